// @ts-check
// Studies that come and go: as an address, as a record, as a picture.

import { ApiError } from '../api.js';
import { openStudyImport, openStudyShare } from './dialogs.js';
import { hashOfStudy } from './link.js';
import { studyOf, writtenStudy } from './record.js';
import { ROOT, emptyTree } from './tree.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./link.js').Study} Study */

/** The address follows what is studied when the hand rests. */
const ADDRESS_WAIT = 600;

/**
 * @param {Context} context
 * @param {{ path: () => string, picture: () => string }} given the address of what is studied, without what was added to it
 */
export function createExchange(context, { path, picture }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {Study} study @param {string} below */
  async function addressOf(study, below) {
    const hash = await hashOfStudy(study);
    return hash === null ? null : new URL(below + hash, location.href).href;
  }

  /** A record with its comments and variations; what is kept as a game can be analysed as one. @param {string} text */
  async function bring(text) {
    const { rounds: [first] } = await context.api.readRecord(text);
    if (first === undefined) throw new ApiError(0, context.say('web.study.no-round'));
    const kept = await context.api.importRecord(text).catch(() => null);
    context.go((kept === null ? '/study' : `/study?table=${encodeURIComponent(kept.id)}`) + ((await hashOfStudy(studyOf(first))) ?? ''));
  }

  return {
    /** @param {Study} study @param {string} position where one stands @param {string} [below] */
    async share(study, position, below = path()) {
      openStudyShare(context, { address: await addressOf(study, below), position, picture, record: () => context.api.writeRecord(writtenStudy(study)) });
    },
    openImport: () => openStudyImport(context, bring),
    /** A position of one's own as a study. @param {string} ruleset @param {string} start @returns {Study} */
    studyFrom: (ruleset, start) => ({ ruleset, start, first: null, tree: emptyTree(), current: ROOT }),
    /** @param {Study} study */
    async open(study) {
      context.go(`/study${(await hashOfStudy(study)) ?? ''}`);
    },
    /** The address shows what is studied, so that it can be copied from the bar and outlasts a reload. @param {() => Study} study @param {() => boolean} isShown */
    keepAddress(study, isShown) {
      clearTimeout(timer);
      timer = setTimeout(async () => {
        const address = await addressOf(study(), path());
        if (address !== null && isShown()) history.replaceState(null, '', address);
      }, ADDRESS_WAIT);
    },
    end: () => clearTimeout(timer),
  };
}

/** @typedef {ReturnType<typeof createExchange>} Exchange */
