// @ts-check
// A throw of the past in the visitor's own hands: what fell then falls again, every man may be tried, and what cannot be played says why.

import { failureText, refusalOf } from '../failure-text.js';
import { createSession } from '../study/session.js';
import { ROOT, emptyTree } from '../study/tree.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../../openapi.js').Drawn} Drawn */
/** @typedef {import('../../board/types.js').Command} Command */
/** @typedef {import('../../protocol.js').TavliBoard} TavliBoard */
/** @typedef {import('../../protocol.js').StepChoice} StepChoice */
/** @typedef {{ dice: string[], text: string, rule: string | null }} Reason Why a man cannot go, with the numbers of which that is true; none are about the place where it was put. */

/** What is true of several numbers is said once. @param {Reason[]} reasons */
function byText(reasons) {
  /** @type {Map<string, Reason>} */
  const found = new Map();
  for (const reason of reasons) found.set(reason.text, { ...reason, dice: [...(found.get(reason.text)?.dice ?? []), ...reason.dice] });
  return [...found.values()];
}

/**
 * @param {Context} context
 * @param {Drawn} drawn the position with the dice as they fell
 * @param {{ onChange: () => void, onReasons: (reasons: Reason[]) => void }} listener
 */
export function createScenePlay(context, drawn, { onChange, onReasons }) {
  const roll = /** @type {TavliBoard} */ (drawn.before.view.board).roll ?? '';
  const session = createSession(context, { onChange, onRefused: (error) => onReasons([{ dice: [], text: failureText(context, error), rule: null }]) });
  const { ruleset, start = null, first = null } = drawn;
  void session.load({ ruleset, start, first, tree: emptyTree(), current: ROOT });

  const board = () => /** @type {TavliBoard | undefined} */ (session.answer()?.view?.board);

  /** What the rules have against something, if they do. @param {Partial<import('../study/types.js').NodeRequest>} tried @param {string | null} die @returns {Promise<Reason[]>} */
  const against = (tried, die) =>
    context.api.look({ ...session.request(), ...tried }).then(() => [], (error) => [{ dice: die === null ? [] : [die], ...refusalOf(context, error) }]);

  return {
    answer: session.answer,
    isThrown: () => session.underWay().roll !== null,
    hasSteps: () => session.underWay().steps.length > 0,
    /** Whether nothing is left to be played. */
    isPlayed: () => session.underWay().steps.length > 0 && board()?.next.length === 0,
    throwDice: () => session.throwDice(roll),
    /** What was done on the board. @param {Command} command */
    play: (command) => (command.command === 'roll' ? session.throwDice(roll) : session.play(command)),
    /** Plays what is left of a turn. @param {readonly StepChoice[]} steps */
    playRest(steps) {
      const { steps: played } = session.underWay();
      const isLeft = (/** @type {StepChoice} */ step) => !played.some(({ from, die }) => from === step.from && die === step.die);
      return session.play({ command: 'turn', steps: steps.filter(isLeft).map(({ from, die }) => ({ from, die })) });
    },
    /** Asks why a man cannot go somewhere; where nobody has tried to put it anywhere, why it cannot go at all. @param {string} from @param {string | null} to */
    async why(from, to) {
      const there = board();
      if (!there || there.roll === null) return;
      const { turns, steps = [] } = session.request();
      const left = there.faces.filter((face) => face.left > 0).map(({ die }) => die);
      const tried = left.map((die) => against({ steps: [...steps, { from: /** @type {StepChoice['from']} */ (from), die }] }, die));
      const reasons = (await Promise.all(tried)).flat();
      if (reasons.length > 0 || to === null || left.length === 0) return onReasons(byText(reasons));
      // Every number would move it, and none of them to where it was put.
      const written = [...there.steps, { from, to, die: left[0] }].map((step) => `${step.from}-${step.to}(${step.die})`);
      onReasons(await against({ turns: [...turns, `${roll}: ${written.join(' ')}`], roll: null, steps: [] }, null));
    },
    /** Everything is said again, in another language. */
    again: session.again,
    end: session.end,
  };
}

/** @typedef {ReturnType<typeof createScenePlay>} ScenePlay */
