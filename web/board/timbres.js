// @ts-check
// Quiet sounds, made on the spot: things of wood, stone, bone and glass that are struck. They can be rendered by an OfflineAudioContext too, which
// is how they are listened to in the tests.

/** @typedef {import('./sound.js').Material} Material */
/** @typedef {import('./sound.js').Sound} Sound */
/** @typedef {{ pitch: number, loud: number, last: number }} Mode A frequency at which a thing rings, and for how long. */
/** @typedef {{ modes: Mode[], contact: { pitch: number, width: number, loud: number, last: number } }} Timbre `contact` is the noise of the blow itself. */
/** @typedef {{ at: number, material: Material, loud: number, tune?: number }} Strike `tune` multiplies every frequency. */

/**
 * How things ring when they are struck. Wood is dull and short, stone hard with some weight, bone dry and high, glass clear and long.
 * @type {Record<Material, Timbre>}
 */
const TIMBRES = {
  wood: {
    modes: [{ pitch: 310, loud: 1, last: 0.085 }, { pitch: 745, loud: 0.5, last: 0.05 }, { pitch: 1290, loud: 0.2, last: 0.03 }],
    contact: { pitch: 820, width: 1.1, loud: 0.9, last: 0.022 },
  },
  stone: {
    modes: [{ pitch: 235, loud: 0.5, last: 0.06 }, { pitch: 1420, loud: 0.7, last: 0.05 }, { pitch: 2630, loud: 0.5, last: 0.035 }, { pitch: 3870, loud: 0.22, last: 0.025 }],
    contact: { pitch: 2400, width: 0.9, loud: 1.1, last: 0.016 },
  },
  skin: {
    modes: [{ pitch: 420, loud: 0.8, last: 0.06 }, { pitch: 910, loud: 0.45, last: 0.04 }, { pitch: 1670, loud: 0.2, last: 0.025 }],
    contact: { pitch: 1300, width: 0.8, loud: 0.9, last: 0.018 },
  },
  bone: {
    modes: [{ pitch: 1640, loud: 0.7, last: 0.028 }, { pitch: 2830, loud: 0.6, last: 0.02 }, { pitch: 4290, loud: 0.35, last: 0.014 }],
    contact: { pitch: 3000, width: 1, loud: 1, last: 0.012 },
  },
  glass: {
    modes: [{ pitch: 2930, loud: 0.55, last: 0.34 }, { pitch: 4710, loud: 0.45, last: 0.26 }, { pitch: 6630, loud: 0.28, last: 0.17 }, { pitch: 8450, loud: 0.12, last: 0.09 }],
    contact: { pitch: 6400, width: 1.4, loud: 0.5, last: 0.008 },
  },
  bar: {
    modes: [{ pitch: 440, loud: 1, last: 0.62 }, { pitch: 1764, loud: 0.22, last: 0.22 }, { pitch: 4070, loud: 0.06, last: 0.08 }],
    contact: { pitch: 1500, width: 0.8, loud: 0.16, last: 0.012 },
  },
};

/** Frequencies of a chime, as parts of the 440 Hz to which its bar is tuned. */
const NOTE = { d4: 293.66 / 440, g4: 392 / 440, a4: 1, b4: 493.88 / 440, d5: 587.33 / 440, g5: 783.99 / 440, a5: 2 };

/** A tune on the chime. @param {number[]} notes @param {number} gap @param {number} loud @returns {Strike[]} */
const tune = (notes, gap, loud) => notes.map((note, index) => ({ at: index * gap, material: 'bar', loud, tune: note }));

/**
 * What is struck for each sound, on a board of some material.
 * @param {Sound} sound
 * @param {Material} board
 * @returns {Strike[]}
 */
function strikesOf(sound, board) {
  switch (sound) {
    case 'move': return [{ at: 0, material: board, loud: 0.8 }];
    // The man comes down, and the one that is taken rings as it leaves.
    case 'capture': return [{ at: 0, material: board, loud: 0.85 }, { at: 0.085, material: 'glass', loud: 0.5, tune: 0.8 }];
    case 'hit': return [{ at: 0, material: board, loud: 0.9 }, { at: 0.045, material: 'glass', loud: 0.6 }];
    // Three dice fall, bounce and lie.
    case 'dice': return [0, 0.034, 0.075, 0.15, 0.185, 0.245, 0.31, 0.345, 0.39].map((at, index) => (
      { at, material: 'bone', loud: 0.85 * 0.86 ** index, tune: [1, 1.13, 0.92][index % 3] }));
    case 'call': return tune([NOTE.d5, NOTE.a5], 0.15, 0.62);
    case 'win': return tune([NOTE.g4, NOTE.b4, NOTE.d5, NOTE.g5], 0.14, 0.62);
    case 'lose': return tune([NOTE.d5, NOTE.b4, NOTE.g4, NOTE.d4], 0.17, 0.55);
    case 'draw': return tune([NOTE.a4, NOTE.d5, NOTE.a4], 0.19, 0.55);
    // A blow that is stopped by the hand.
    case 'refuse': return [{ at: 0, material: 'wood', loud: 0.68, tune: 0.55 }];
  }
}

/** So quiet everything is. */
const VOLUME = 0.26;
/** Where a sound is no longer heard. */
const SILENCE = 0.001;

/** Noise that is the same every time: a blow sounds as it sounded in the test. @type {WeakMap<BaseAudioContext, AudioBuffer>} */
const noises = new WeakMap();

/** @param {BaseAudioContext} context */
function noiseOf(context) {
  const known = noises.get(context);
  if (known) return known;
  const noise = context.createBuffer(1, Math.ceil(context.sampleRate / 10), context.sampleRate);
  let seed = 1;
  noise.getChannelData(0).forEach((_, index, samples) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    samples[index] = seed / 2 ** 31 - 1;
  });
  noises.set(context, noise);
  return noise;
}

/** A source that dies away. @param {BaseAudioContext} context @param {AudioScheduledSourceNode} source @param {AudioNode} from the end of what the source goes through @param {number} start @param {number} loud @param {number} last */
function dieAway(context, source, from, start, loud, last) {
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  // From nothing within a millisecond: a step would click.
  volume.gain.linearRampToValueAtTime(loud, start + 0.001);
  volume.gain.exponentialRampToValueAtTime(Math.max(loud * SILENCE, 1e-6), start + last);
  from.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + last);
}

/** @param {BaseAudioContext} context @param {Strike} strike @param {number} now */
function schedule(context, { at, material, loud, tune: factor = 1 }, now) {
  const { modes, contact } = TIMBRES[material];
  const start = now + at;
  const whole = modes.reduce((sum, mode) => sum + mode.loud, 0);
  for (const mode of modes) {
    const tone = new OscillatorNode(context, { frequency: mode.pitch * factor });
    dieAway(context, tone, tone, start, (VOLUME * loud * mode.loud) / whole, mode.last);
  }
  const blow = new AudioBufferSourceNode(context, { buffer: noiseOf(context) });
  const colour = new BiquadFilterNode(context, { type: 'bandpass', frequency: contact.pitch * factor, Q: contact.width });
  blow.connect(colour);
  dieAway(context, blow, colour, start, VOLUME * loud * contact.loud, contact.last);
}

/** Strikes all that a sound is made of. @param {BaseAudioContext} context @param {Sound} sound @param {Material} board @param {number} [now] */
export function ring(context, sound, board, now = context.currentTime) {
  for (const strike of strikesOf(sound, board)) schedule(context, strike, now);
}

/** One thing is struck. @param {BaseAudioContext} context @param {Material} material @param {number} loud from 0 to 1 @param {number} [now] */
export const strike = (context, material, loud, now = context.currentTime) => schedule(context, { at: 0, material, loud }, now);
