// @ts-check
// The position as a picture that can be sent to somebody.

/** Wide enough for a large screen. */
const WIDTH = 1600;

/**
 * A standalone SVG as PNG.
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
export async function pngOf(svg) {
  const box = /viewBox="([\d.\s-]+)"/.exec(svg)?.[1]?.trim().split(/\s+/).map(Number) ?? [];
  const [, , width = 1, height = 1] = box;
  const image = new Image();
  image.width = WIDTH;
  image.height = Math.round((WIDTH * height) / width);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await withLetters(svg))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('the browser draws no pictures');
  // Wherever the picture is sent, it keeps the ground it was seen on.
  pen.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is empty'))), 'image/png');
  });
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
