// @ts-check
// Studies that come and go: as an address, as a record, as JSON, as a picture.

import { ApiError } from '../api.js';
import { studyAddress } from '../route.js';
import { handOver } from './brought.js';
import { openStudyImport, openStudyShare } from './dialogs.js';
import { hashOfStudy } from './link.js';
import { fileOf, isStudyFile, studyOf, writtenStudy } from './record.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./link.js').Study} Study */
/**
 * What goes out.
 * @typedef {object} Outgoing
 * @property {Study} study the one that is looked at
 * @property {string} position where it stands
 * @property {readonly Study[]} [all] of all rounds
 * @property {readonly [number, Study][]} [others] rounds in which something else was tried
 * @property {string | null} [table] whose game it is
 * @property {number} [round]
 */

/** The address follows what is studied when the hand rests. */
const ADDRESS_WAIT = 600;

/**
 * @param {Context} context
 * @param {{ picture: () => string, caption: () => import('../png.js').Caption, onAddress: (address: string) => void }} page `onAddress` when the address has followed what is studied
 */
export function createExchange(context, { picture, caption, onAddress }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {Outgoing} outgoing */
  async function addressOf({ study, position, others, table, round }) {
    const hash = await hashOfStudy(study, others);
    const place = position === '' ? null : { ruleset: study.ruleset, position };
    return hash === null ? null : new URL(studyAddress({ table, round, place }) + hash, location.href).href;
  }

  /** A record or studies as JSON, with their comments and variations; what is kept as a game can be analysed as one. @param {string} text */
  async function bring(text) {
    const studies = (await context.api.readRecord(text)).rounds.map(studyOf);
    const [first] = studies;
    if (first === undefined) throw new ApiError(0, context.say('studies.no-round'));
    const kept = isStudyFile(text) ? null : await context.api.importRecord(text).catch(() => null);
    if (kept !== null) context.kept.bring(kept.id);
    const others = studies.slice(1).map((study, index) => /** @type {[number, Study]} */ ([index + 2, study]));
    // An address that can be kept or sent, where all of it fits into one.
    const hash = (await hashOfStudy(first, others)) ?? '';
    handOver(studies);
    context.go(studyAddress({ table: kept?.id ?? null }) + hash);
  }

  return {
    /** @param {Outgoing} outgoing */
    async share(outgoing) {
      const { study, position, all = [study], round = 1 } = outgoing;
      openStudyShare(context, {
        address: await addressOf(outgoing), position, picture, caption, round: all.length > 1 ? round : null,
        record: () => context.api.writeRecord(writtenStudy(study)), file: () => fileOf(all),
      });
    },
    openImport: () => openStudyImport(context, bring),
    /** @param {Study} study */
    async open(study) {
      handOver([study]);
      context.go(studyAddress({}) + ((await hashOfStudy(study)) ?? ''));
    },
    /** The address shows what is studied, so that it can be copied from the bar and outlasts a reload. @param {() => Outgoing} outgoing @param {() => boolean} isShown */
    keepAddress(outgoing, isShown) {
      clearTimeout(timer);
      timer = setTimeout(async () => {
        const address = await addressOf(outgoing());
        if (address === null || !isShown()) return;
        history.replaceState(null, '', address);
        onAddress(address);
      }, ADDRESS_WAIT);
    },
    end: () => clearTimeout(timer),
  };
}

/** @typedef {ReturnType<typeof createExchange>} Exchange */
