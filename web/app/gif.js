// @ts-check
// Pictures after one another as one GIF: the form that every program moves. Of each picture only what differs from the one before is written.

/** @typedef {{ width: number, height: number, data: Uint8ClampedArray }} Pixels */

/** Of each of three colours so many bits tell colours apart when they are counted. */
const BITS = 5;
const BINS = 1 << (3 * BITS);
/** A GIF has a table of so many colours. */
const COLOURS = 256;
/** Codes of a GIF have at most so many bits. */
const LONGEST = 12;

/** @param {Uint8ClampedArray} data @param {number} at */
const binOf = (data, at) => ((data[at] >> 3) << 10) | ((data[at + 1] >> 3) << 5) | (data[at + 2] >> 3);

/**
 * The colours that stand for all of some pictures: the space of colours is cut in two at the median of its longest side, and so on.
 * @param {readonly Pixels[]} pictures
 * @returns {Uint8Array} red, green and blue of each
 */
export function paletteOf(pictures) {
  const counts = new Uint32Array(BINS);
  for (const { data } of pictures) for (let at = 0; at < data.length; at += 4) counts[binOf(data, at)] += 1;
  const channel = (/** @type {number} */ bin, /** @type {number} */ of) => (bin >> (10 - 5 * of)) & 31;
  const all = [...counts.keys()].filter((bin) => counts[bin] > 0);
  /** @param {number[]} bins */
  const box = (bins) => {
    const spans = [0, 1, 2].map((of) => {
      let [low, high] = [31, 0];
      for (const bin of bins) {
        low = Math.min(low, channel(bin, of));
        high = Math.max(high, channel(bin, of));
      }
      return high - low;
    });
    const widest = spans.indexOf(Math.max(...spans));
    return { bins, widest, weight: spans[widest] * bins.reduce((sum, bin) => sum + Math.sqrt(counts[bin]), 0) };
  };
  const boxes = [box(all)];
  while (boxes.length < COLOURS) {
    const largest = boxes.reduce((best, next) => (next.weight > best.weight ? next : best));
    if (largest.weight === 0) break;
    const { bins, widest } = largest;
    bins.sort((a, b) => channel(a, widest) - channel(b, widest));
    const half = bins.reduce((sum, bin) => sum + counts[bin], 0) / 2;
    let [cut, sum] = [0, 0];
    while (cut < bins.length - 1 && (cut === 0 || sum + counts[bins[cut]] <= half)) sum += counts[bins[cut++]];
    boxes.splice(boxes.indexOf(largest), 1, box(bins.slice(0, cut)), box(bins.slice(cut)));
  }
  const palette = new Uint8Array(COLOURS * 3);
  boxes.forEach(({ bins }, index) => {
    const total = bins.reduce((sum, bin) => sum + counts[bin], 0);
    for (const of of [0, 1, 2]) {
      palette[index * 3 + of] = Math.round((bins.reduce((sum, bin) => sum + channel(bin, of) * counts[bin], 0) / total) * (255 / 31));
    }
  });
  return palette;
}

/**
 * Which colour of a palette each pixel has. Colours that were looked up are remembered.
 * @param {Uint8Array} palette
 */
function createIndexer(palette) {
  const known = new Int16Array(BINS).fill(-1);
  const nearest = (/** @type {number} */ bin) => {
    const wanted = [10, 5, 0].map((shift) => ((bin >> shift) & 31) * (255 / 31));
    let [best, least] = [0, Infinity];
    for (let index = 0; index < COLOURS; index++) {
      const [red, green, blue] = [0, 1, 2].map((of) => palette[index * 3 + of] - wanted[of]);
      const distance = 3 * red * red + 4 * green * green + 2 * blue * blue;
      if (distance < least) [best, least] = [index, distance];
    }
    return best;
  };
  return (/** @type {Pixels} */ { data }) => {
    const indices = new Uint8Array(data.length / 4);
    for (let pixel = 0; pixel < indices.length; pixel++) {
      const bin = binOf(data, pixel * 4);
      if (known[bin] < 0) known[bin] = nearest(bin);
      indices[pixel] = known[bin];
    }
    return indices;
  };
}

/**
 * The smallest rectangle in which two pictures differ; a single pixel where they do not.
 * @param {Uint8Array | null} before @param {Uint8Array} after @param {number} width @param {number} height
 */
function changed(before, after, width, height) {
  if (before === null) return { left: 0, top: 0, width, height };
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (before[y * width + x] === after[y * width + x]) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  return right < 0 ? { left: 0, top: 0, width: 1, height: 1 } : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * Lempel, Ziv and Welch's code of eight-bit numbers, in blocks of at most 255 bytes.
 * @param {Uint8Array} indices
 */
function packed(indices) {
  const [clear, end] = [COLOURS, COLOURS + 1];
  /** @type {number[]} */
  const bytes = [];
  let [held, bits] = [0, 0];
  const write = (/** @type {number} */ code, /** @type {number} */ length) => {
    held |= code << bits;
    for (bits += length; bits >= 8; bits -= 8) {
      bytes.push(held & 255);
      held >>>= 8;
    }
  };
  /** What has come before, by the code of its beginning and its last number. @type {Map<number, number>} */
  let known = new Map();
  let [length, next] = [9, end + 1];
  write(clear, length);
  let prefix = indices[0];
  for (let at = 1; at < indices.length; at++) {
    const key = (prefix << 8) | indices[at];
    const code = known.get(key);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    write(prefix, length);
    if (next < 1 << LONGEST) {
      known.set(key, next);
      if (next === 1 << length) length += 1;
      next += 1;
    } else {
      write(clear, length);
      known = new Map();
      [length, next] = [9, end + 1];
    }
    prefix = indices[at];
  }
  write(prefix, length);
  write(end, length);
  if (bits > 0) bytes.push(held & 255);
  const blocks = [8];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    blocks.push(block.length, ...block);
  }
  return [...blocks, 0];
}

/** The lower byte first. @param {number} number */
const short = (number) => [number & 255, number >> 8];

/**
 * A GIF that begins anew when it is over.
 * @param {number} width @param {number} height @param {Uint8Array} palette
 */
export function createGif(width, height, palette) {
  const index = createIndexer(palette);
  /** @type {Uint8Array | null} */
  let before = null;
  /** @type {Uint8Array[]} */
  const parts = [
    Uint8Array.from([...'GIF89a'].map((letter) => letter.charCodeAt(0))),
    Uint8Array.from([...short(width), ...short(height), 0xf7, 0, 0]),
    palette,
    // So it is said that it goes on for ever.
    Uint8Array.from([0x21, 0xff, 11, ...[...'NETSCAPE2.0'].map((letter) => letter.charCodeAt(0)), 3, 1, 0, 0, 0]),
  ];
  return {
    /** @param {Pixels} picture @param {number} time for which it is seen, in hundredths of a second */
    add(picture, time) {
      const indices = index(picture);
      const place = changed(before, indices, width, height);
      const cut = new Uint8Array(place.width * place.height);
      for (let y = 0; y < place.height; y++) {
        const from = (place.top + y) * width + place.left;
        cut.set(indices.subarray(from, from + place.width), y * place.width);
      }
      before = indices;
      parts.push(Uint8Array.from([0x21, 0xf9, 4, 4, ...short(time), 0, 0]));
      parts.push(Uint8Array.from([0x2c, ...short(place.left), ...short(place.top), ...short(place.width), ...short(place.height), 0]));
      parts.push(Uint8Array.from(packed(cut)));
    },
    /** The file. */
    end: () => new Blob(/** @type {BlobPart[]} */ ([...parts, Uint8Array.from([0x3b])]), { type: 'image/gif' }),
  };
}
