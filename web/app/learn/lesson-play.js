// @ts-check
// One step of the lessons as it is played: the position, what was played of it, and whether that was asked for. Everything is asked of the
// server, as in the study.

import { isReached, isStep } from './lesson-goals.js';

/** @typedef {import('../study/types.js').NodeAnswer} NodeAnswer */
/** @typedef {import('../../board/types.js').Command} Command */
/** @typedef {import('../../protocol.js').Seat} Seat */
/** @typedef {import('../../protocol.js').Step} Step */
/** @typedef {import('../../protocol.js').TavliBoard} TavliBoard */
/**
 * Something to do.
 * @typedef {object} Task
 * @property {import('./lesson-goals.js').Goal} goal
 * @property {string[]} solution one move, or steps of the throw
 * @property {string[]} wrong what can be played and is not asked for; tests play it
 * @property {string[]} [marks] points that are marked on the board
 * @property {string} [roll]
 * @property {boolean} [throws] whether the learner throws it; otherwise the dice lie there
 * @property {string} [reply] what the other side plays afterwards
 */
/** @typedef {{ id: string, start?: string, tasks?: Task[], level?: number }} Lesson  Without tasks it is a game of one's own, against the computer of a level. */
/** @typedef {{ ruleset: string, steps: Lesson[] }} Course */
/** @typedef {'loading' | 'play' | 'reply' | 'done' | 'miss'} Status */

/** So long one sees what one has played before the other side answers. */
const REPLY_AFTER = 900;

/**
 * @param {object} given
 * @param {Pick<import('../api.js').Api, 'look'>} given.api
 * @param {string} given.ruleset
 * @param {Lesson} given.lesson
 * @param {() => void} given.onChange
 * @param {(error: unknown) => void} given.onRefused
 * @param {number} [given.replyAfter]
 */
export function createLessonPlay({ api, ruleset, lesson, onChange, onRefused, replyAfter = REPLY_AFTER }) {
  const tasks = lesson.tasks ?? [];
  /** @type {Status} */
  let status = 'loading';
  let number = 0;
  /** @type {string[]} */
  let turns = [];
  /** How many turns had been played when the task began. */
  let before = 0;
  /** @type {string | null} */
  let roll = null;
  /** @type {import('../../protocol.js').StepChoice[]} */
  let steps = [];
  /** @type {NodeAnswer | null} */
  let answer = null;
  /** @type {Seat | null} */
  let learner = null;
  /** How often something was asked: an older answer is not waited for. */
  let asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {{ turns: string[], roll: string | null, steps: typeof steps }} at */
  const look = (at) => api.look({ ruleset, start: lesson.start ?? null, first: null, turns: at.turns, ...(at.roll === null ? {} : { roll: at.roll, steps: at.steps }) });

  /** Asks what comes of it, and takes it over if it can be played. @param {{ turns?: string[], roll?: string | null, steps?: typeof steps }} change */
  async function become(change) {
    asked += 1;
    const mine = asked;
    const next = { turns, roll, steps, ...change };
    try {
      const found = await look(next);
      if (mine !== asked) return false;
      ({ turns, roll, steps } = next);
      answer = found;
      return true;
    } catch (error) {
      if (mine === asked) onRefused(error);
      return false;
    }
  }

  /** @param {number} index @param {string[]} from the turns before it */
  async function begin(index, from) {
    clearTimeout(timer);
    const task = tasks[index];
    const isThere = await become({ turns: from, roll: task?.throws ? null : (task?.roll ?? null), steps: [] });
    if (!isThere) return;
    number = index;
    before = from.length;
    learner = answer?.view?.to_act ?? null;
    status = 'play';
    onChange();
  }

  function judge() {
    const task = tasks[number];
    if (!task || !answer || learner === null) return;
    const isUnderWay = roll !== null && /** @type {TavliBoard} */ (answer.view?.board).next.length > 0;
    if (!isReached(task.goal, answer, learner, before)) status = (roll === null ? turns.length > before : !isUnderWay) ? 'miss' : 'play';
    else if (number === tasks.length - 1) status = 'done';
    else {
      status = 'reply';
      timer = setTimeout(() => void reply(task), replyAfter);
    }
    onChange();
  }

  /** @param {Task} task */
  async function reply(task) {
    await begin(number + 1, task.reply === undefined ? turns : [...turns, task.reply]);
  }

  return {
    status: () => status,
    answer: () => answer,
    /** The number of the task, from 0. */
    number: () => number,
    task: () => tasks[number] ?? null,
    /** What has been played so far, as text. */
    played: () => [...turns, ...steps.map(({ from, die }) => `${from}(${die})`)].join(' '),
    isBegun: () => status === 'miss' || steps.length > 0,
    /** The next of what the solution plays, as the board offers it; nothing where the dice are still to be thrown, or something else was played. */
    nextSteps() {
      const board = /** @type {TavliBoard} */ (answer?.view?.board);
      const left = [...(tasks[number]?.solution ?? [])];
      for (const step of board.steps) {
        const place = left.findIndex((text) => isStep(text, step));
        if (place >= 0) left.splice(place, 1);
      }
      return left.flatMap((text) => board.next.find((step) => isStep(text, step)) ?? []).slice(0, 1);
    },
    begin: () => begin(0, []),
    /** The task once more; after the last one, the whole step. */
    again: () => (status === 'done' ? begin(0, []) : begin(number, turns.slice(0, before))),
    /** Why something cannot be played: the server says so when it is asked to play it all the same. @param {string} turn */
    why: (turn) => look({ turns: [...turns, turn], roll, steps }).catch(onRefused),
    /** What was played on the board. @param {Command} command */
    async play(command) {
      const task = tasks[number];
      if (status !== 'play' && !(status === 'miss' && command.command === 'undo-step')) return;
      let isPlayed = false;
      if (command.command === 'move') isPlayed = await become({ turns: [...turns, `${command.from}-${command.to}`] });
      else if (command.command === 'roll') isPlayed = await become({ roll: task?.roll ?? null, steps: [] });
      else if (command.command === 'turn') isPlayed = await become({ steps: [...steps, ...command.steps] });
      else if (command.command === 'undo-step') isPlayed = await become({ steps: steps.slice(0, -1) });
      if (isPlayed) judge();
    },
    end() {
      asked += 1;
      clearTimeout(timer);
    },
  };
}

/** @typedef {ReturnType<typeof createLessonPlay>} LessonPlay */
