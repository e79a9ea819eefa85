import type { directCallCallables, voiceCallables } from '@yonder/contract';
import { GATHERED_OFFER } from '../../voice/media/recorded.ts';
import { everybodys, owners, theirs } from './outcomes.ts';
import type { Rows, Scene } from './scene.ts';

const inCall = (scene: Scene) => scene.call();
const ringing = (scene: Scene) => scene.ringing();
const members = theirs('call-not-found', 'call-over');
/** What is over already ends once more. */
const told = theirs('call-not-found', 'ok');
const early = { ...members, owner: 'not-yet-decision', participant: 'not-yet-decision' } as const;
/** The other tab has no live socket here. */
const UNHEARD = 'other-side-unreachable';

export const voiceRows: Rows<keyof typeof voiceCallables> = {
  joinCallQueue: { ask: () => null, outcome: everybodys, after: 'leaveCallQueue' },
  leaveCallQueue: { ask: () => null, outcome: everybodys },
  startCallSession: { known: 'by call', ask: inCall, outcome: members },
  handleCallDecision: {
    known: 'by call',
    ask: async (scene) => ({ ...(await scene.call()), decision: 'like' }),
    outcome: early,
  },
  enterDecisionWindow: { known: 'by call', ask: inCall, outcome: early },
  createCallOffer: {
    known: 'by call',
    ask: async (scene) => ({ ...(await scene.call()), sdp: GATHERED_OFFER }),
    outcome: { ...members, owner: UNHEARD, participant: 'not-your-turn' },
  },
  acceptCallAnswer: {
    known: 'by call',
    ask: async (scene) => ({ ...(await scene.call()), sdp: GATHERED_OFFER }),
    outcome: { ...members, owner: 'not-your-turn', participant: UNHEARD },
  },
  addIceCandidate: {
    known: 'by call',
    ask: async (scene) => ({ ...(await scene.call()), candidate: { candidate: '' } }),
    outcome: { ...members, owner: UNHEARD, participant: UNHEARD },
  },
  endCall: { known: 'by call', ask: inCall, outcome: told },
  leaveCall: { known: 'by call', ask: inCall, outcome: told },
  notifyDisconnect: { known: 'by call', ask: inCall, outcome: told },
  notifyReconnect: { known: 'by call', ask: inCall, outcome: told },
  reportMediaStatus: {
    known: 'by call',
    ask: async (scene) => ({ ...(await scene.call()), status: 'connected' }),
    outcome: told,
  },
  getCallState: { ask: (scene) => scene.call().then(() => null), outcome: everybodys },
  getIceServers: { known: 'by call', ask: inCall, outcome: members },
  startConnectionCheck: { ask: () => null, outcome: everybodys },
  /** Each has their own: of another person's nothing is known. */
  reportConnectionCheck: {
    ask: async (scene) => ({
      checkId: (await scene.owner.call('startConnectionCheck')).checkId,
      outcome: 'relay-unreachable',
    }),
    outcome: owners('check-not-found'),
  },
};

export const directCallRows: Rows<keyof typeof directCallCallables> = {
  startDirectCall: {
    ask: async (scene) => ({ chatRoomId: (await scene.room()).chatRoomId }),
    outcome: theirs('room-not-found', 'room-closed'),
  },
  acceptDirectCall: { ask: ringing, outcome: { ...members, owner: 'not-you' } },
  rejectDirectCall: { ask: ringing, outcome: { ...theirs('call-not-found', 'ok'), owner: 'not-you' } },
  endDirectCall: { ask: ringing, outcome: theirs('call-not-found', 'ok') },
  listCalls: {
    async ask(scene) {
      await scene.owner.call('endDirectCall', await scene.ringing());
      return null;
    },
    outcome: theirs('nothing', 'ok'),
  },
};
