// @ts-check
// What is being studied: the tree, where one stands in it, and what the server says of that node.

import { ROOT, added, annotated, emptyTree, following, grown, nodeAt, promoted, removed, spelled, turnsTo } from './tree.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./link.js').Study} Study */
/** @typedef {import('./types.js').NodeAnswer} NodeAnswer */
/** @typedef {import('./types.js').NodeRequest} NodeRequest */
/** @typedef {import('../../board/types.js').Command} Command */
/** @typedef {{ roll: string | null, steps: import('../../protocol.js').StepChoice[] }} UnderWay A turn with dice that is being tried. */

/** So many nodes are known without asking again. */
const KEEPS = 400;
/** @type {UnderWay} */
const NOTHING = { roll: null, steps: [] };

/** A throw of three dice. @returns {string} */
function randomRoll() {
  const dice = [...crypto.getRandomValues(new Uint32Array(3))].map((number) => (number % 6) + 1);
  return dice.sort().join('');
}

/**
 * @param {Pick<Context, 'api'>} context
 * @param {{ onChange: () => void, onRefused: (error: unknown) => void, onWhy?: (text: string, rule: string | null) => void }} listener `onRefused` when something cannot be played, or nobody answers; `onWhy` with the reason that was asked for
 */
export function createSession({ api }, { onChange, onRefused, onWhy }) {
  /** @type {Study} */
  let study = { ruleset: '', start: null, first: null, tree: emptyTree(), current: ROOT };
  let underWay = NOTHING;
  /** @type {NodeAnswer | null} */
  let answer = null;
  /** The request that `answer` is to. */
  let answered = '';
  let isEnded = false;
  /** @type {Map<string, Promise<NodeAnswer>>} */
  const known = new Map();

  /** @param {number} id @param {UnderWay} turn @returns {NodeRequest} */
  const requestFor = (id, { roll, steps } = NOTHING) => ({
    ruleset: study.ruleset, start: study.start, first: study.first, turns: turnsTo(study.tree, id), ...(roll === null ? {} : { roll, steps }),
  });

  /** @param {NodeRequest} request */
  function ask(request) {
    const key = JSON.stringify(request);
    const found = known.get(key);
    if (found) return found;
    const asked = api.look(request);
    known.set(key, asked);
    // What failed may succeed later.
    asked.catch(() => known.delete(key));
    if (known.size > KEEPS) known.delete(/** @type {string} */ (known.keys().next().value));
    return asked;
  }

  /** Shows where one stands; tells whether that worked. */
  async function show() {
    const request = requestFor(study.current, underWay);
    const key = JSON.stringify(request);
    if (key === answered) return onChange();
    try {
      const found = await ask(request);
      // One has gone on meanwhile.
      if (isEnded || key !== JSON.stringify(requestFor(study.current, underWay))) return;
      answer = found;
      answered = key;
      const last = found.lines[found.lines.length - 1];
      if (last && underWay.roll === null && found.lines.length === request.turns.length) study = { ...study, tree: spelled(study.tree, study.current, last.text) };
      onChange();
      const next = following(study.tree, study.current);
      if (next !== study.current) void ask(requestFor(next)).catch(() => {});
    } catch (error) {
      if (!isEnded) onRefused(error);
    }
  }

  /** @param {number} current */
  function go(current) {
    study = { ...study, current };
    underWay = NOTHING;
    onChange();
    return show();
  }

  /** Plays a turn at a node, if it can be played there. @param {string} turn */
  async function playTurn(turn) {
    const at = study.current;
    const request = { ...requestFor(at), turns: [...turnsTo(study.tree, at), turn] };
    try {
      const { lines } = await ask(request);
      if (isEnded || study.current !== at) return;
      const { tree, id } = added(study.tree, at, lines[lines.length - 1]?.text ?? turn);
      study = { ...study, tree };
      await go(id);
    } catch (error) {
      if (!isEnded) onRefused(error);
    }
  }

  /** A turn with dice goes on; what cannot be played leaves it as it was. @param {UnderWay} next */
  async function tryTurn(next) {
    const before = underWay;
    try {
      await ask(requestFor(study.current, next));
      if (underWay !== before) return;
      underWay = next;
      await show();
    } catch (error) {
      if (!isEnded) onRefused(error);
    }
  }

  return {
    study: () => study,
    answer: () => answer,
    underWay: () => underWay,
    /** Whether what is known is about where one stands. */
    isCurrent: () => answered === JSON.stringify(requestFor(study.current, underWay)),
    /** Where one stands, as the server is asked about it. */
    request: () => requestFor(study.current, underWay),
    /** @param {Study} next */
    load(next) {
      study = next;
      underWay = NOTHING;
      answer = null;
      answered = '';
      onChange();
      return show();
    },
    go,
    /** Everything is said again, in another language. */
    again() {
      known.clear();
      answered = '';
      return show();
    },
    /** What was played on the board. @param {Command} command */
    play(command) {
      switch (command.command) {
        case 'move':
          return playTurn(`${command.from}-${command.to}`);
        case 'roll':
          return tryTurn({ roll: randomRoll(), steps: [] });
        case 'turn':
          return tryTurn({ ...underWay, steps: [...underWay.steps, ...command.steps] });
        case 'undo-step':
          return tryTurn({ ...underWay, steps: underWay.steps.slice(0, -1) });
        case 'confirm':
          if (answer?.turn) return playTurn(answer.turn);
      }
      return undefined;
    },
    playTurn,
    /** Why a man cannot be moved as somebody has tried to: told as at a table. @param {string} from @param {string | null} to */
    async why(from, to) {
      const request = requestFor(study.current, underWay);
      try {
        const { text, rule } = await api.why({ ...request, from, ...(to === null ? {} : { to }) });
        if (!isEnded && text !== null && JSON.stringify(request) === JSON.stringify(requestFor(study.current, underWay))) onWhy?.(text, rule);
      } catch (error) {
        if (!isEnded) onRefused(error);
      }
    },
    /** A throw for this node; none puts the dice back. @param {string | null} roll */
    throwDice: (roll) => (roll === null ? go(study.current) : tryTurn({ roll, steps: [] })),
    /** Several turns one after the other, as a variation of their own. @param {readonly string[]} turns */
    playLine(turns) {
      const { tree, id } = grown(study.tree, study.current, turns);
      study = { ...study, tree };
      return go(id);
    },
    /** @param {number} id */
    remove(id) {
      const { parent } = nodeAt(study.tree, id);
      if (parent === null) return undefined;
      const tree = removed(study.tree, id);
      study = { ...study, tree };
      return go(tree.nodes.has(study.current) ? study.current : parent);
    },
    /** @param {number} id */
    promote(id) {
      study = { ...study, tree: promoted(study.tree, id) };
      onChange();
    },
    /** @param {number} id @param {{ comment?: string, glyph?: string, strokes?: string }} said */
    annotate(id, said) {
      study = { ...study, tree: annotated(study.tree, id, said) };
      onChange();
    },
    end() {
      isEnded = true;
    },
  };
}

/** @typedef {ReturnType<typeof createSession>} Session */
