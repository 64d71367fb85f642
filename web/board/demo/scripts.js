// @ts-check
// Scripts that stand in for a table. They make views as the protocol has them, by rules that are only just good enough to show a board.

/** @typedef {import('../types.js').Command} Command */
/** @typedef {import('../types.js').Scene} Scene */
/** @typedef {import('../../protocol.js').View} View */
/** @typedef {import('../../protocol.js').Line} Line */
/** @typedef {import('../../protocol.js').Men} Men */
/** @typedef {import('../../protocol.js').Seat} Seat */
/** @typedef {import('../../protocol.js').Step} Step */

/**
 * @typedef {object} Script
 * @property {() => Scene} scene
 * @property {(command: Command) => Scene} play what was played on the board, and the scene after it
 * @property {() => (() => Scene) | null} answer what the other side does next, if it is its turn
 * @property {() => import('../../protocol.js').Hint} hint
 */

/** @param {number} end */
const chance = (end) => Math.floor(Math.random() * end);
/** @template T @param {readonly T[]} things @returns {T} */
const oneOf = (things) => things[chance(things.length)];

/** @param {string} game @param {{ board: View['board'], may: View['may'], next: number, turns: number, to_act: Seat }} parts @returns {View} */
function viewOf(game, { board, may, next, turns, to_act: toAct }) {
  const seat = { rounds_won: 0, captured: 0, hints: 0, has_left: false };
  return {
    next, viewer: 'host', game, preset: null, rules: '', form: 'single', help: false, phase: 'playing', round: 1, rounds: [],
    seats: { host: { ...seat, occupant: { person: '' }, colour: 'light' }, guest: { ...seat, occupant: { computer: 1 }, colour: 'dark' } },
    to_act: toAct, acts_for: toAct === 'host' ? 'host' : null, may: toAct === 'host' ? may : [],
    draw_offer: null, takeback: null, rematch_offer: null, clock: null, turns, board,
    dice: { commitment: null, seed: null, faces: { host: [0, 0, 0, 0, 0, 0], guest: [0, 0, 0, 0, 0, 0] } },
  };
}

// Men that slide and take between two

/** @typedef {'t' | 'T' | 'K'} Letter */
/** @typedef {{ to: string, captures: string[] }} Slide */

/** @param {string} game @param {{ rows: string, throne: string, bases: string[] }} start @returns {Script} */
function taflScript(game, { rows, throne, bases }) {
  const size = rows.split('/').length;
  const name = (/** @type {number} */ column, /** @type {number} */ row) => String.fromCharCode(65 + column) + (row + 1);
  /** @type {Map<string, Letter>} */
  const men = new Map();
  rows.split('/').forEach((line, row) => [...line].forEach((letter, column) => letter !== '.' && men.set(name(column, row), /** @type {Letter} */ (letter))));
  const corners = [name(0, 0), name(size - 1, 0), name(0, size - 1), name(size - 1, size - 1)];
  /** @type {Line[]} */
  const lines = [];
  /** @type {Seat} */
  let toAct = 'host';
  const at = (/** @type {string} */ cell) => ({ column: cell.charCodeAt(0) - 65, row: Number(cell.slice(1)) - 1 });
  const isLight = (/** @type {Letter | undefined} */ letter) => letter === 'T' || letter === 'K';
  const isOwn = (/** @type {Letter | undefined} */ letter) => letter !== undefined && isLight(letter) === (toAct === 'host');

  /** @param {string} from @returns {Slide[]} */
  function slides(from) {
    const { column, row } = at(from);
    return [[1, 0], [-1, 0], [0, 1], [0, -1]].flatMap(([dx, dy]) => {
      const found = [];
      for (let x = column + dx, y = row + dy; x >= 0 && y >= 0 && x < size && y < size && !men.has(name(x, y)); x += dx, y += dy) {
        found.push({ to: name(x, y), captures: takenFrom(x, y, from) });
      }
      return found;
    });
  }

  /** @param {number} x @param {number} y @param {string} mover */
  const takenFrom = (x, y, mover) => [[1, 0], [-1, 0], [0, 1], [0, -1]].flatMap(([dx, dy]) => {
    const [victim, beyond] = [name(x + dx, y + dy), name(x + 2 * dx, y + 2 * dy)];
    const taken = men.get(victim);
    return taken !== undefined && taken !== 'K' && !isOwn(taken) && isOwn(men.get(beyond)) && beyond !== mover ? [victim] : [];
  });

  /** An arrangement: letters are pieces, numbers count empty cells. */
  const pieces = () => `/${Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => men.get(name(column, row)) ?? '.').join('').replace(/\.+/g, ({ length }) => String(length))).join('/')}/`;
  const targets = () => Object.fromEntries([...men].filter(([, letter]) => isOwn(letter)).map(([cell]) => [cell, slides(cell)]).filter(([, found]) => found.length));

  const lastMove = () => /** @type {import('../../protocol.js').TaflLine | undefined} */ (lines.at(-1)) ?? null;

  /** @returns {Scene} */
  const scene = () => ({
    view: viewOf(game, {
      next: lines.length, turns: lines.length, to_act: toAct, may: ['move'],
      board: { kind: 'tafl', size, pieces: pieces(), throne, corners, bases, goals: corners, last: lastMove(), calls: [], routes: [], threats: [], targets: targets() },
    }),
    lines: [...lines],
    look: null,
  });

  /** @param {string} from @param {Slide} slide */
  function move(from, { to, captures }) {
    const seat = toAct;
    men.set(to, /** @type {Letter} */ (men.get(from)));
    for (const cell of [from, ...captures]) men.delete(cell);
    toAct = seat === 'host' ? 'guest' : 'host';
    lines.push({ round: 1, turn: lines.length + 1, seat, text: `${from}-${to}`, from, to, captures, pieces: pieces() });
    return scene();
  }

  const anyMove = () => {
    const [from, found] = oneOf(/** @type {[string, Slide[]][]} */ (Object.entries(targets())));
    return { from, slide: found.find(({ captures }) => captures.length) ?? oneOf(found) };
  };
  return {
    scene,
    play: (command) => (command.command === 'move' ? move(command.from, /** @type {Slide} */ (slides(command.from).find(({ to }) => to === command.to))) : scene()),
    answer: () => (toAct === 'host' ? null : () => {
      const { from, slide } = anyMove();
      return move(from, slide);
    }),
    hint() {
      const { from, slide } = anyMove();
      return { type: 'hint', reason: null, from, to: slide.to, text: `${from}-${slide.to}` };
    },
  };
}

// Men that walk by dice

const COLUMNS = Array.from({ length: 24 }, (_, index) => (index < 12 ? index + 1 : 24 - index));
/** @returns {Men} */
const atHand = () => ({ hand: 15, cells: COLUMNS.map(() => 0), middle: Array.from({ length: 12 }, () => 0), off: 0 });

/** @returns {Script} */
function tavliScript() {
  /** @type {Record<Seat, Men>} */
  const men = { host: atHand(), guest: atHand() };
  /** @type {Line[]} */
  const lines = [];
  /** @type {Seat} */
  let toAct = 'host';
  let next = 0;
  /** @type {string | null} */
  let roll = null;
  /** @type {import('../../protocol.js').TavliBoard['last']} */
  let last = null;
  /** @type {{ step: Step, before: Record<Seat, Men> }[]} */
  let played = [];
  const other = () => (toAct === 'host' ? 'guest' : 'host');

  /** The dice of the throw that are not played yet. */
  function left() {
    const dice = [...(roll ?? '')];
    for (const { step } of played) dice.splice(dice.indexOf(step.die), 1);
    return dice;
  }

  /** @returns {Step[]} */
  const steps = () => [...new Set(left())].flatMap((die) => {
    const own = men[toAct];
    const froms = [
      ...(own.hand ? [{ from: 'hand', start: 0 }] : []),
      ...own.cells.flatMap((count, index) => (count ? [{ from: String(index + 1), start: index + 1 }] : [])),
      ...own.middle.flatMap((count, index) => (count ? [{ from: `m${index + 1}`, start: index }] : [])),
    ];
    return froms.flatMap(({ from, start }) => {
      const to = start + Number(die);
      const against = men[other()].cells[to - 1];
      return to > 24 || against > 1 ? [] : [/** @type {Step} */ ({ from, to: String(to), die, hit: against === 1 ? `m${COLUMNS[to - 1]}` : null })];
    });
  });

  /** @returns {Scene} */
  function scene() {
    const possible = roll ? steps() : [];
    const dice = left();
    const faces = [...new Set(roll ?? '')].map((die) => {
      const count = dice.filter((one) => one === die).length;
      return { die: /** @type {Step['die']} */ (die), counts: 1, left: count, playable: count, now: possible.some((step) => step.die === die) };
    });
    /** @type {View['may']} */
    const may = roll === null ? ['roll'] : [...(possible.length ? /** @type {const} */ (['step']) : /** @type {const} */ (['confirm'])), ...(played.length ? /** @type {const} */ (['undo-step']) : [])];
    return {
      view: viewOf('tavli', {
        next, turns: lines.length, to_act: toAct, may,
        board: {
          kind: 'tavli', men: 15, columns: COLUMNS, white: structuredClone(men.host), black: structuredClone(men.guest), roll, faces, steps: played.map(({ step }) => step), next: possible, ways: [],
          last,
        },
      }),
      lines: [...lines],
      look: null,
    };
  }

  /** @param {Step} step */
  function make(step) {
    played.push({ step, before: structuredClone(men) });
    const [own, against] = [men[toAct], men[other()]];
    if (step.from === 'hand') own.hand -= 1;
    else if (step.from.startsWith('m')) own.middle[Number(step.from.slice(1)) - 1] -= 1;
    else own.cells[Number(step.from) - 1] -= 1;
    own.cells[Number(step.to) - 1] += 1;
    if (step.hit) {
      against.cells[Number(step.to) - 1] -= 1;
      against.middle[Number(step.hit.slice(1)) - 1] += 1;
    }
    next += 1;
  }

  function throwDice() {
    roll = [0, 0, 0].map(() => 1 + chance(6)).sort().join('');
    next += 1;
    return scene();
  }

  function endTurn() {
    const { host: white, guest: black } = structuredClone(men);
    const made = played.map(({ step }) => step);
    last = { roll: roll ?? '', steps: made, text: `${roll}: ${made.map(({ from, to }) => `${from}-${to}`).join(' ') || '-'}` };
    lines.push({ round: 1, turn: lines.length + 1, seat: toAct, ...last, white, black });
    [roll, played, toAct] = [null, [], other()];
    next += 1;
    return scene();
  }

  /** A whole turn by chance. */
  function playTurn() {
    for (let found = steps(); found.length; found = steps()) make(oneOf(found));
    return endTurn();
  }

  return {
    scene,
    play(command) {
      if (command.command === 'roll') return throwDice();
      if (command.command === 'confirm') return endTurn();
      if (command.command === 'undo-step') {
        Object.assign(men, played.pop()?.before);
        next += 1;
      } else if (command.command === 'turn') {
        for (const { from, die } of command.steps) make(/** @type {Step} */ (steps().find((step) => step.from === from && step.die === die)));
      }
      return scene();
    },
    answer: () => (toAct === 'host' ? null : roll === null ? throwDice : playTurn),
    hint: () => ({ type: 'hint', reason: null, roll: roll ?? '', steps: roll ? steps().slice(0, 1) : [], text: '' }),
  };
}

/** @type {Record<string, () => Script>} */
export const SCRIPTS = {
  tavli: tavliScript,
  tablut: () => taflScript('tablut', {
    rows: '...ttt.../....t..../....T..../t...T...t/ttTTKTTtt/t...T...t/....T..../....t..../...ttt...', throne: 'E5',
    bases: ['D1', 'E1', 'F1', 'E2', 'A4', 'I4', 'A5', 'B5', 'H5', 'I5', 'A6', 'I6', 'E8', 'D9', 'E9', 'F9'],
  }),
  alea: () => taflScript('alea', {
    rows: '..t..t.......t..t../.................../t....t.......t....t/.......t.t.t......./......t.T.T.t....../t.t..t.......t..t.t/....t....T....t..../...t....T.T....t.../'
      + '....T..T.T.T..T..../...t..T.TKT.T..t.../....T..T.T.T..T..../...t....T.T....t.../....t....T....t..../t.t..t.......t..t.t/......t.T.T.t....../.......t.t.t......./'
      + 't....t.......t....t/.................../..t..t.......t..t..', throne: 'J10', bases: [],
  }),
};
