// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pictured } from '../app/film.js';
import { createGif, paletteOf } from '../app/gif.js';

const [WIDTH, HEIGHT] = [120, 90];

/** @param {(x: number, y: number) => number[]} colour */
function picture(colour) {
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  for (let y = 0; y < HEIGHT; y++) for (let x = 0; x < WIDTH; x++) data.set([...colour(x, y), 255], (y * WIDTH + x) * 4);
  return { width: WIDTH, height: HEIGHT, data };
}

/** Reads a GIF as its description says, frame over frame. @param {Uint8Array} file */
function read(file) {
  const short = (/** @type {number} */ at) => file[at] | (file[at + 1] << 8);
  assert.equal(String.fromCharCode(...file.subarray(0, 6)), 'GIF89a');
  const [width, height] = [short(6), short(8)];
  const palette = file.subarray(13, 13 + 768);
  const canvas = new Uint8Array(width * height);
  const frames = [];
  let at = 13 + 768;
  const blocks = () => {
    const bytes = [];
    while (file[at] !== 0) {
      bytes.push(...file.subarray(at + 1, at + 1 + file[at]));
      at += 1 + file[at];
    }
    at += 1;
    return bytes;
  };
  let time = 0;
  while (file[at] !== 0x3b) {
    if (file[at] === 0x21) {
      if (file[at + 1] === 0xf9) time = short(at + 4);
      at += 2;
      blocks();
      continue;
    }
    assert.equal(file[at], 0x2c);
    const [left, top, wide, high] = [1, 3, 5, 7].map((offset) => short(at + offset));
    at += 11;
    const indices = unpacked(blocks());
    assert.equal(indices.length, wide * high);
    for (let y = 0; y < high; y++) for (let x = 0; x < wide; x++) canvas[(top + y) * width + left + x] = indices[y * wide + x];
    frames.push({ time, size: wide * high, pixel: (/** @type {number} */ x, /** @type {number} */ y, copy = canvas.slice()) => [...palette.subarray(copy[y * width + x] * 3, copy[y * width + x] * 3 + 3)], canvas: canvas.slice() });
  }
  return { width, height, palette, frames };
}

/** @param {number[]} bytes */
function unpacked(bytes) {
  const out = [];
  let [bit, length] = [0, 9];
  /** @type {number[][]} */
  let table = [];
  /** @type {number[] | null} */
  let before = null;
  const code = () => {
    let value = 0;
    for (let index = 0; index < length; index++, bit++) value |= ((bytes[bit >> 3] >> (bit & 7)) & 1) << index;
    return value;
  };
  for (;;) {
    const next = code();
    if (next === 256) {
      table = Array.from({ length: 258 }, (_, index) => [index]);
      [length, before] = [9, null];
      continue;
    }
    if (next === 257) return out;
    /** @type {number[]} */
    const run = table[next] ?? [.../** @type {number[]} */ (before), /** @type {number[]} */ (before)[0]];
    out.push(...run);
    if (before !== null && table.length < 4096) table.push([...before, run[0]]);
    if (table.length === 1 << length && length < 12) length += 1;
    before = run;
  }
}

test('pictures come back as they were, each over the one before', async () => {
  // Enough colours and noise that the code's table fills up and begins anew.
  const noise = (/** @type {number} */ x, /** @type {number} */ y) => [(x * 53 + y * 97) % 256, (x * y * 31) % 256, (x * 17 + y * y) % 256];
  const first = picture(noise);
  const second = picture((x, y) => (x >= 40 && x < 60 && y >= 20 && y < 30 ? [255, 0, 0] : noise(x, y)));
  const palette = paletteOf([first, second]);
  const gif = createGif(WIDTH, HEIGHT, palette);
  gif.add(first, 90);
  gif.add(second, 250);
  gif.add(second, 10);
  const { width, height, frames } = read(new Uint8Array(await gif.end().arrayBuffer()));
  assert.deepEqual([width, height, frames.length], [WIDTH, HEIGHT, 3]);
  assert.deepEqual(frames.map(({ time }) => time), [90, 250, 10]);
  assert.ok(frames[1].size <= 20 * 10, 'only what has changed is written');
  assert.equal(frames[2].size, 1);
  const colour = (/** @type {number} */ frame, /** @type {number} */ x, /** @type {number} */ y) => [...palette.subarray(frames[frame].canvas[y * WIDTH + x] * 3, frames[frame].canvas[y * WIDTH + x] * 3 + 3)];
  const [red] = colour(1, 50, 25);
  assert.ok(red > 200, 'the changed place is red');
  let off = 0;
  for (let y = 0; y < HEIGHT; y++) for (let x = 0; x < WIDTH; x++) {
    const [wanted, got] = [noise(x, y), colour(0, x, y)];
    off = Math.max(off, ...wanted.map((value, index) => Math.abs(value - got[index])));
  }
  assert.ok(off < 90, `colours are near: at most ${off} away`);
});

test('a long game has no more pictures than can be sent', () => {
  assert.deepEqual(pictured(3), [0, 1, 2, 3]);
  const long = pictured(1001);
  assert.ok(long.length <= 241 && long[0] === 0 && long.at(-1) === 1001, String(long.length));
});
