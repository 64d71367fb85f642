// @ts-check
// Quiet sounds, made on the spot. Browsers allow none before somebody has touched the page; neither do we.

/** @typedef {'move' | 'capture' | 'hit' | 'dice' | 'call' | 'end' | 'refuse'} Sound */
/** @typedef {{ at: number, kind: 'knock' | 'tone', pitch: number, last: number, loud: number }} Note */

/** @type {Record<Sound, Note[]>} */
const NOTES = {
  move: [{ at: 0, kind: 'knock', pitch: 900, last: 0.06, loud: 0.5 }],
  capture: [{ at: 0, kind: 'knock', pitch: 900, last: 0.06, loud: 0.5 }, { at: 0.09, kind: 'knock', pitch: 420, last: 0.12, loud: 0.6 }],
  hit: [{ at: 0, kind: 'knock', pitch: 1500, last: 0.05, loud: 0.6 }, { at: 0.05, kind: 'knock', pitch: 300, last: 0.14, loud: 0.6 }],
  dice: [0, 0.07, 0.12, 0.2, 0.26, 0.36].map((at, index) => ({ at, kind: /** @type {const} */ ('knock'), pitch: 1900 - index * 130, last: 0.035, loud: 0.35 })),
  call: [{ at: 0, kind: 'tone', pitch: 587, last: 0.3, loud: 0.14 }, { at: 0.13, kind: 'tone', pitch: 880, last: 0.45, loud: 0.12 }],
  end: [392, 494, 587, 784].map((pitch, index) => ({ at: index * 0.14, kind: /** @type {const} */ ('tone'), pitch, last: 0.7, loud: 0.12 })),
  refuse: [{ at: 0, kind: 'knock', pitch: 180, last: 0.09, loud: 0.4 }],
};

/** @param {boolean} isOn */
export function createSound(isOn) {
  /** @type {AudioContext | null} */
  let audio = null;
  /** @type {AudioBuffer | null} */
  let noise = null;

  /** @param {AudioContext} context @param {Note} note */
  function play(context, { at, kind, pitch, last, loud }) {
    const start = context.currentTime + at;
    const volume = context.createGain();
    volume.gain.setValueAtTime(loud, start);
    volume.gain.exponentialRampToValueAtTime(0.0008, start + last);
    volume.connect(context.destination);
    if (kind === 'tone') {
      const tone = new OscillatorNode(context, { type: 'triangle', frequency: pitch });
      tone.connect(volume);
      tone.start(start);
      tone.stop(start + last);
      return;
    }
    // Wood on stone: a click of noise that rings at one pitch.
    if (!noise) {
      noise = context.createBuffer(1, context.sampleRate / 8, context.sampleRate);
      noise.getChannelData(0).forEach((_, index, samples) => (samples[index] = Math.random() * 2 - 1));
    }
    const click = new AudioBufferSourceNode(context, { buffer: noise });
    click.connect(new BiquadFilterNode(context, { type: 'bandpass', frequency: pitch, Q: 4 })).connect(volume);
    click.start(start);
    click.stop(start + last);
  }

  return {
    /** To be called in answer to a gesture. */
    unlock() {
      if (isOn && !audio && 'AudioContext' in globalThis) audio = new AudioContext();
      if (audio?.state === 'suspended') void audio.resume();
    },
    /** @param {Sound} sound */
    play(sound) {
      if (!isOn || audio?.state !== 'running') return;
      for (const note of NOTES[sound]) play(audio, note);
    },
    /** @param {boolean} value */
    set(value) {
      isOn = value;
    },
    close() {
      void audio?.close();
      audio = null;
    },
  };
}

/** @typedef {ReturnType<typeof createSound>} SoundPlayer */
