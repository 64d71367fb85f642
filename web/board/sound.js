// @ts-check
// Who hears what when. Browsers allow no sound before somebody has touched the page; neither do we.

/** @typedef {'wood' | 'stone' | 'skin' | 'bone' | 'glass' | 'bar'} Material What is struck: a birch board, a marble slab, a leaf of vellum, dice, glass, and the bar of a chime. */
/** @typedef {'move' | 'capture' | 'hit' | 'dice' | 'call' | 'win' | 'lose' | 'draw' | 'refuse'} Sound */

/** How things ring. It comes with the first gesture: before that nothing can be heard. @type {typeof import('./timbres.js') | null} */
let timbres = null;

/** @param {boolean} isOn */
export function createSound(isOn) {
  /** @type {AudioContext | null} */
  let audio = null;
  /** @type {Material} */
  let board = 'wood';
  const heard = () => (isOn && audio?.state === 'running' ? audio : null);

  return {
    /** To be called in answer to a gesture. */
    unlock() {
      if (isOn && timbres === null) void import('./timbres.js').then((loaded) => (timbres = loaded), () => {});
      if (isOn && !audio && 'AudioContext' in globalThis) audio = new AudioContext();
      if (audio?.state === 'suspended') void audio.resume();
    },
    /** @param {Sound} sound */
    play(sound) {
      const context = heard();
      if (context) timbres?.ring(context, sound, board);
    },
    /** A die that comes down, for whoever knows when it does. @param {number} loud from 0 to 1 */
    dieLands(loud) {
      const context = heard();
      if (context) timbres?.strike(context, 'bone', loud);
    },
    /** What the board is made of. @param {Material} material */
    setBoard(material) {
      board = material;
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
