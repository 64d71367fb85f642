// @ts-check
// Scenes for the gallery and the tests: every fixture, and a few positions that a fixture rarely comes to.

/** @typedef {import('../types.js').Scene} Scene */
/** @typedef {(name: string) => Promise<any>} Load reads a fixture by its name */

const GAMES = ['tavli', 'tablut', 'alea', 'alea-17', 'brandubh'];
const MOMENTS = ['start', 'middle', 'spectator', 'over'];

/** @param {number} length @param {Record<number, number>} at */
const counts = (length, at) => Array.from({ length }, (_, index) => at[index + 1] ?? 0);

/**
 * @param {Load} load
 * @returns {Promise<Record<string, Scene>>}
 */
export async function allScenes(load) {
  /** @type {Record<string, Scene>} */
  const scenes = {};
  for (const game of GAMES) {
    const lines = await load(`lines-${game}`);
    for (const moment of MOMENTS) {
      const view = await load(`view-${game}-${moment}`);
      scenes[`${game}-${moment}`] = { view, lines: lines.slice(0, view.turns), look: null };
    }
  }
  const copy = (/** @type {string} */ name) => structuredClone(scenes[name]);
  const board = (/** @type {Scene} */ scene) => /** @type {any} */ (scene.view.board);

  const stacks = copy('tavli-middle');
  stacks.lines = [];
  Object.assign(board(stacks), {
    white: { hand: 0, cells: counts(24, { 22: 2, 24: 10 }), middle: counts(12, { 3: 2 }), off: 1 },
    black: { hand: 5, cells: counts(24, { 1: 6, 6: 1 }), middle: counts(12, { 3: 1, 9: 2 }), off: 0 },
    roll: '446', last: null, steps: [{ from: '20', to: '24', die: '4', hit: null }],
    faces: [{ die: '4', counts: 4, left: 3, playable: 2, now: true }, { die: '6', counts: 1, left: 1, playable: 1, now: true }],
    next: [{ from: 'm3', to: '6', die: '4', hit: 'm6' }, { from: 'm3', to: '8', die: '6', hit: null }],
    ways: [[{ from: 'm3', to: '6', die: '4', hit: 'm6' }, { from: '6', to: '12', die: '6', hit: null }]],
  });
  stacks.view.may = ['step', 'undo-step', 'confirm', 'resign'];
  scenes['tavli-stacks'] = stacks;

  const bearing = copy('tavli-stacks');
  Object.assign(board(bearing), {
    white: { hand: 0, cells: counts(24, { 19: 1, 23: 1 }), middle: counts(12, {}), off: 13 },
    black: { hand: 0, cells: counts(24, { 2: 15 }), middle: counts(12, {}), off: 0 },
    roll: '666', steps: [], faces: [{ die: '6', counts: 12, left: 12, playable: 2, now: true }],
    next: [{ from: '19', to: 'off', die: '6', hit: null }],
    ways: [],
  });
  bearing.view.may = ['step', 'resign'];
  scenes['tavli-bearing-off'] = bearing;

  const tuichi = copy('tablut-middle');
  tuichi.lines = tuichi.lines.slice(0, 2);
  Object.assign(tuichi.lines[0], { text: 'A4-A3xB3/C3', from: 'A4', to: 'A3', captures: ['B3', 'C3'] });
  Object.assign(tuichi.lines[1], { text: 'E4-C4xC5', from: 'E4', to: 'C4', captures: ['C5'] });
  Object.assign(board(tuichi), {
    pieces: '/3ttt3/9/9/t3K4/tt5tt/t3T3t/4T4/4t4/3ttt3/', calls: ['tuichi', 'gare-au-roi'],
    routes: [{ from: 'E4', to: 'B4' }, { from: 'E4', to: 'I4' }], threats: [{ from: 'D1', to: 'D4' }], last: tuichi.lines[1], targets: { E4: [{ to: 'D4' }, { to: 'B4' }, { to: 'E3' }, { to: 'I4', captures: ['I5', 'H4'] }] },
  });
  scenes['tablut-tuichi'] = tuichi;

  // The king stands between four, or on the edge.
  for (const [name, reason, pieces, move] of /** @type {const} */ ([
    ['captured', 'capture', '/9/9/3t5/2tKt4/3t5/9/9/9/9/', { from: 'D8', to: 'D5', text: 'D8-D5' }],
    ['escaped', 'escape', '/9/9/3t5/2t1t4/9/9/9/9/3K5/', { from: 'D4', to: 'D9', text: 'D4-D9' }],
  ])) {
    const end = copy('tablut-middle');
    const last = { ...end.lines[end.lines.length - 1], ...move, captures: [], pieces };
    end.lines = [...end.lines.slice(0, -1), last];
    const winner = reason === 'escape' ? 'host' : 'guest';
    Object.assign(end.view, { phase: 'over', winner, acts_for: null, to_act: null, may: [], rounds: [{ reason, winner, light: 'host', turns: end.lines.length, captured: { host: 0, guest: 0 } }] });
    Object.assign(board(end), { pieces, calls: [], routes: [], threats: [], targets: {}, last });
    scenes[`tablut-${name}`] = end;
  }

  const back = copy('alea-middle');
  back.look = 2;
  scenes['alea-looking-back'] = back;
  return scenes;
}

/** The texts of a catalogue file, for `say`. @param {string} source @param {string} lang @returns {import('../types.js').Say} */
export function sayer(source, lang) {
  const texts = new Map(source.split('\n').filter((line) => line.includes(' = ') && !line.startsWith('#')).map((line) => {
    const [key, ...text] = line.split(' = ');
    return [key.trim(), text.join(' = ').trim()];
  }));
  return (key, values = {}) => {
    const text = texts.get(key);
    if (text === undefined) throw new Error(`no text for ${key}`);
    return text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => {
      if (one === undefined) return String(values[name]);
      const count = Number(values[name]);
      return count === 1 || (lang === 'fr' && count === 0) ? one : many;
    });
  };
}
