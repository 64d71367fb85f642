// @ts-check
// The sounds of the board, rendered by the browser that would play them: how loud they are, how long, and of what they sound to be made.
// With TABLEN_SOUNDS=FOLDER they are written there as WAV files, to be listened to.

import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startBrowser } from '../board/test/browser.js';
import { serveFiles } from '../board/test/files.js';

const RATE = 44_100;
const SECONDS = 2;
/** Every sound, and the board on which it is heard. @type {[sound: string, board: string][]} */
const SOUNDS = [
  ['move', 'wood'], ['move', 'stone'], ['move', 'skin'], ['capture', 'wood'], ['capture', 'skin'], ['hit', 'stone'], ['dice', 'stone'],
  ['call', 'wood'], ['win', 'wood'], ['lose', 'wood'], ['draw', 'wood'], ['refuse', 'wood'],
];
const MATERIALS = ['wood', 'skin', 'stone', 'bone', 'glass'];

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serveFiles>>} */
let files;
/** What was rendered, by its name. @type {Map<string, Float32Array>} */
const rendered = new Map();

before(async () => {
  [browser, files] = await Promise.all([startBrowser(), serveFiles()]);
  const page = await browser.newPage();
  await page.goto(files.address);
  const texts = await page.evaluate(async ({ sounds, materials, rate, seconds }) => {
    const { ring, strike } = await import(new URL('../timbres.js', location.href).href);
    /** The samples as text: a page gives nothing else back quickly. @param {(context: OfflineAudioContext) => void} play */
    async function render(play) {
      const context = new OfflineAudioContext(1, rate * seconds, rate);
      play(context);
      const bytes = new Uint8Array((await context.startRendering()).getChannelData(0).slice().buffer);
      let text = '';
      for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
      return btoa(text);
    }
    /** @type {[string, string][]} */
    const found = [];
    for (const [sound, board] of sounds) found.push([`${sound}-${board}`, await render((context) => ring(context, sound, board, 0))]);
    for (const material of materials) found.push([material, await render((context) => strike(context, material, 0.8, 0))]);
    return found;
  }, { sounds: SOUNDS, materials: MATERIALS, rate: RATE, seconds: SECONDS });
  for (const [name, text] of texts) {
    const { buffer, byteOffset, byteLength } = Buffer.from(text, 'base64');
    rendered.set(name, new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength)));
  }
  const folder = process.env.TABLEN_SOUNDS;
  if (folder) {
    await mkdir(folder, { recursive: true });
    for (const [name, samples] of rendered) await writeFile(join(folder, `${name}.wav`), wave(samples));
  }
});
after(async () => {
  await browser?.close();
  files?.close();
});

/** A file of 16-bit samples. @param {Float32Array} samples */
function wave(samples) {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length * 2, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length * 2, 40);
  return Buffer.concat([head, Buffer.from(Int16Array.from(samples, (sample) => Math.round(sample * 32_767)).buffer)]);
}

/** @param {string} name */
const samplesOf = (name) => /** @type {Float32Array} */ (rendered.get(name));
/** The highest peak, in decibels of what can be written. @param {Float32Array} samples */
const peak = (samples) => 20 * Math.log10(samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0));
/** For how many seconds it is louder than a sixtieth decibel below that. @param {Float32Array} samples */
const length = (samples) => (samples.findLastIndex((sample) => Math.abs(sample) > 0.001) + 1) / RATE;

/** The middle of the spectrum, in hertz. @param {Float32Array} samples */
function centroid(samples) {
  const size = 4096;
  const window = samples.slice(0, size);
  let sum = 0;
  let weighed = 0;
  // A plain transform: a dozen windows are no work.
  for (let bin = 1; bin < size / 2; bin += 2) {
    let [real, imaginary] = [0, 0];
    for (let at = 0; at < size; at++) {
      const angle = (2 * Math.PI * bin * at) / size;
      real += window[at] * Math.cos(angle);
      imaginary -= window[at] * Math.sin(angle);
    }
    const power = real * real + imaginary * imaginary;
    sum += power;
    weighed += power * ((bin * RATE) / size);
  }
  return weighed / sum;
}

describe('sounds', () => {
  test('are quiet, never clipped, short, and end in silence', (context) => {
    for (const [sound, board] of SOUNDS) {
      const name = `${sound}-${board}`;
      const samples = samplesOf(name);
      const [loud, last] = [peak(samples), length(samples)];
      context.diagnostic(`${name}: ${loud.toFixed(1)} dB, ${last.toFixed(2)} s, ${centroid(samples).toFixed(0)} Hz`);
      assert.ok(loud > -18 && loud < -9, `${name} has its peak at ${loud.toFixed(1)} dB`);
      assert.ok(last > 0.02 && last < (/win|lose|draw|call/.test(sound) ? 1.4 : 0.6), `${name} lasts ${last.toFixed(2)} s`);
      assert.ok(samples.slice(-RATE / 4).every((sample) => sample === 0), `${name} ends`);
      assert.ok(samples.every((sample) => Number.isFinite(sample)));
    }
  });

  test('of wood, vellum, stone, bone and glass are brighter in this order', (context) => {
    const bright = MATERIALS.map((name) => centroid(samplesOf(name)));
    context.diagnostic(MATERIALS.map((name, index) => `${name} ${bright[index].toFixed(0)} Hz`).join(', '));
    for (let index = 1; index < bright.length; index++) {
      assert.ok(bright[index] > bright[index - 1] * 1.15, `${MATERIALS[index]} is brighter than ${MATERIALS[index - 1]}`);
    }
    assert.ok(length(samplesOf('glass')) > 3 * length(samplesOf('bone')), 'glass rings, bone does not');
  });

  test('a throw is several knocks, one after the other and fainter', () => {
    const samples = samplesOf('dice-stone');
    const step = Math.round(RATE * 0.004);
    const levels = Array.from({ length: Math.floor(RATE * 0.5 / step) }, (_, index) =>
      samples.slice(index * step, (index + 1) * step).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0));
    const knocks = levels.filter((level, index) => level > 0.01 && level > 1.6 * (levels[index - 1] ?? 0) && level >= (levels[index + 1] ?? 0));
    assert.ok(knocks.length >= 6, `${knocks.length} knocks`);
    assert.ok(Math.max(...knocks.slice(-2)) < Math.max(...knocks.slice(0, 2)));
  });

  test('a capture is told from a move, a victory from a defeat', () => {
    for (const [one, two] of [['move-wood', 'capture-wood'], ['move-stone', 'hit-stone']]) {
      assert.ok(length(samplesOf(two)) > 1.8 * length(samplesOf(one)), `${two} rings on`);
    }
    const rise = (/** @type {string} */ name) => centroid(samplesOf(name).slice(Math.round(RATE * 0.5))) - centroid(samplesOf(name));
    assert.ok(rise('win-wood') > 0 && rise('lose-wood') < 0);
  });
});
