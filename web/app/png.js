// @ts-check
// The position as a picture that can be sent to somebody.

/** @typedef {{ names: string, about: string }} Caption  Who plays, and what is seen of it. */

/** Wide enough for a large screen. */
const WIDTH = 1600;
/** How high the line below the board is, and the letters in it, for a picture of width one. */
const CAPTION = 0.075;
const LETTERS = 0.034;

/**
 * A standalone SVG as PNG, with a line below it if there is something to say.
 * @param {string} svg
 * @param {Caption | null} caption
 * @returns {Promise<Blob>}
 */
export async function pngOf(svg, caption = null) {
  const canvas = await drawnOn(svg, WIDTH, caption);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is empty'))), 'image/png');
  });
}

/**
 * A standalone SVG as pixels, with a line below it if there is something to say.
 * @param {string} svg
 * @param {number} width
 * @param {Caption | null} caption
 */
export async function drawnOn(svg, width, caption) {
  const box = /viewBox="([\d.\s-]+)"/.exec(svg)?.[1]?.trim().split(/\s+/).map(Number) ?? [];
  const [, , wide = 1, high = 1] = box;
  const image = new Image();
  image.width = width;
  image.height = Math.round((width * high) / wide);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await withLetters(svg))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height + (caption === null ? 0 : Math.round(width * CAPTION));
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('the browser draws no pictures');
  // Wherever the picture is sent, it keeps the ground it was seen on.
  pen.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, image.width, image.height);
  if (caption !== null) write(pen, caption, width, image.height + (width * CAPTION) / 2);
  return canvas;
}

/**
 * The names at the left, the rest at the right; what does not fit is cut off and says so.
 * @param {CanvasRenderingContext2D} pen
 * @param {Caption} caption
 * @param {number} width
 * @param {number} middle
 */
function write(pen, { names, about }, width, middle) {
  const style = getComputedStyle(document.documentElement);
  const size = width * LETTERS;
  pen.textBaseline = 'middle';
  pen.fillStyle = style.color;
  pen.font = `500 ${size * 0.8}px ${style.fontFamily}`;
  pen.textAlign = 'right';
  pen.fillText(about, width - size, middle);
  const room = width - 3 * size - pen.measureText(about).width;
  pen.textAlign = 'left';
  pen.font = `600 ${size}px ${style.getPropertyValue('--font-title')}`;
  let shown = names;
  while (shown.length > 1 && pen.measureText(shown).width > room) shown = `${shown.replace(/…$/, '').slice(0, -1)}…`;
  pen.fillText(shown, size, middle);
}

/**
 * The same picture with the page's own letters in it: it stands alone, and would be written in those of the device.
 * @param {string} svg
 */
async function withLetters(svg) {
  const faces = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .filter(({ style }) => svg.includes(style.getPropertyValue('font-family').replace(/["']/g, '')));
  const written = await Promise.all(faces.map(embedded));
  return svg.replace(/<svg[^>]*>/, (start) => `${start}<style>${written.join('')}</style>`);
}

/** A font's rule with the font itself in place of its address. @param {CSSFontFaceRule} face */
async function embedded({ cssText, parentStyleSheet }) {
  const address = /url\("([^"]+)"\)/.exec(cssText)?.[1] ?? '';
  const response = await fetch(new URL(address, parentStyleSheet?.href ?? location.href));
  return cssText.replace(address, await dataAddress(await response.blob()));
}

/** @param {Blob} blob @returns {Promise<string>} */
function dataAddress(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the address by then.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
