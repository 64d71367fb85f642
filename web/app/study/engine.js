// @ts-check
// The computer's thoughts about the node that is looked at: asked for as a stream, kept, and told at most once a frame.

import { failureText } from '../failure-text.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./types.js').NodeNews} NodeNews */
/** @typedef {import('./types.js').NodeRequest} NodeRequest */
/** @typedef {Extract<NodeNews, { type: 'lines' | 'plays' | 'rolls' }>} Thought */
/**
 * @typedef {object} EngineState
 * @property {'off' | 'idle' | 'queued' | 'thinking' | 'done' | 'failed'} status
 * @property {number} ahead how many are served first, while one waits
 * @property {Thought | null} thought
 * @property {string} text why nothing comes
 */

/** Who leafs through a game asks nothing about what they only pass. */
const SETTLE = 70;
/** So many thoughts are kept. */
const KEEPS = 300;
const SECONDS = 30;
/** So many lines can be asked for. */
export const MOST_LINES = 5;

/**
 * @param {Pick<Context, 'api' | 'say' | 'settings'>} context
 * @param {() => void} onChange
 */
export function createEngine(context, onChange) {
  let { studyEngine: isOn, studyLines: lines } = context.settings.get();
  // What was kept may be of another version.
  lines = Math.min(MOST_LINES, Math.max(1, Math.round(lines)));
  /** What is to be thought about; nothing at the end of a game. @type {NodeRequest | null} */
  let wanted = null;
  let wantedKey = '';
  /** @type {EngineState} */
  let state = { status: 'idle', ahead: 0, thought: null, text: '' };
  /** @type {Map<string, { thought: Thought, isDone: boolean }>} */
  const known = new Map();
  let asking = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let frame = 0;

  /** @param {Partial<EngineState>} change */
  function set(change) {
    state = { ...state, ...change };
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      onChange();
    });
  }

  function stop() {
    clearTimeout(timer);
    asking.abort();
  }

  /** Begins anew with what is wanted now. */
  function start() {
    stop();
    const kept = known.get(wantedKey);
    if (!isOn) return set({ status: 'off', thought: null });
    if (wanted === null) return set({ status: 'idle', thought: null });
    set({ status: kept?.isDone ? 'done' : 'thinking', thought: kept?.thought ?? null, ahead: 0, text: '' });
    if (!kept?.isDone && document.visibilityState === 'visible') timer = setTimeout(() => void think(), SETTLE);
  }

  async function think() {
    const [request, key] = [/** @type {NodeRequest} */ (wanted), wantedKey];
    asking = new AbortController();
    const { signal } = asking;
    try {
      await context.api.analyse({ ...request, lines, seconds: SECONDS }, signal, (news) => {
        if (news.type === 'queued') set({ status: 'queued', ahead: news.ahead });
        else if (news.type === 'done') keep(key, state.thought, true);
        else {
          keep(key, news, false);
          set({ status: 'thinking', thought: news });
        }
      });
      if (!signal.aborted) set({ status: 'done' });
    } catch (error) {
      if (!signal.aborted) set({ status: 'failed', text: failureText(/** @type {Context} */ (context), error) });
    }
  }

  /** @param {string} key @param {Thought | null} thought @param {boolean} isDone */
  function keep(key, thought, isDone) {
    if (thought === null) return;
    known.set(key, { thought, isDone });
    if (known.size > KEEPS) known.delete(/** @type {string} */ (known.keys().next().value));
  }

  // Nobody sees what is thought in a hidden tab.
  const onVisible = () => (document.visibilityState === 'visible' ? start() : stop());
  document.addEventListener('visibilitychange', onVisible);

  return {
    state: () => state,
    isOn: () => isOn,
    lines: () => lines,
    /** What is thought about; it is another one when more or fewer lines are wanted. */
    subject: () => wantedKey,
    /** @param {NodeRequest | null} request */
    look(request) {
      const key = request === null ? '' : JSON.stringify([lines, request]);
      if (key === wantedKey && (request === null) === (wanted === null)) return;
      wanted = request;
      wantedKey = key;
      start();
    },
    /** @param {boolean} on */
    turn(on) {
      isOn = on;
      context.settings.set({ studyEngine: on });
      start();
    },
    /** @param {number} count */
    show(count) {
      lines = count;
      context.settings.set({ studyLines: count });
      wantedKey = wanted === null ? '' : JSON.stringify([lines, wanted]);
      start();
    },
    end() {
      stop();
      cancelAnimationFrame(frame);
      document.removeEventListener('visibilitychange', onVisible);
    },
  };
}

/** @typedef {ReturnType<typeof createEngine>} Engine */

/**
 * The light side's chance by what is thought.
 * @param {Thought | null} thought
 * @returns {number | null}
 */
export function chanceOf(thought) {
  if (thought === null) return null;
  if (thought.type === 'rolls') return thought.chance;
  const [best] = thought.lines;
  if (best === undefined) return null;
  return best.win ? (best.win.winner === 'light' ? 1 : 0) : best.chance;
}
