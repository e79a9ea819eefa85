import { command, expectTab, query, type Handlers } from '../platform/dispatcher.ts';
import type { ConnectionCheck } from './connection-check.ts';
import type { Calling } from './direct/calling.ts';
import type { IceServersOf } from './media/ice-servers.ts';
import type { Signalling } from './media/signalling.ts';
import type { Occupation } from './occupation.ts';
import type { PastCalls } from './past-calls.ts';
import type { VoiceService } from './service.ts';

type Names =
  | 'startCallSession'
  | 'handleCallDecision'
  | 'enterDecisionWindow'
  | 'createCallOffer'
  | 'acceptCallAnswer'
  | 'addIceCandidate'
  | 'endCall'
  | 'leaveCall'
  | 'notifyDisconnect'
  | 'notifyReconnect'
  | 'reportMediaStatus'
  | 'getCallState'
  | 'getIceServers'
  | 'startConnectionCheck'
  | 'reportConnectionCheck'
  | 'startDirectCall'
  | 'acceptDirectCall'
  | 'rejectDirectCall'
  | 'endDirectCall'
  | 'listCalls';

interface Parts {
  service: VoiceService;
  occupation: Occupation;
  signalling: Signalling;
  iceServers: IceServersOf;
  connectionCheck: ConnectionCheck;
  calling: Calling;
  pastCalls: PastCalls;
}

export function voiceCallables({
  service,
  occupation,
  signalling,
  iceServers,
  connectionCheck,
  calling,
  pastCalls,
}: Parts): Handlers<Names> {
  return {
    startCallSession: command((ctx, tx, input) => service.start(expectTab(ctx, 'bad-input'), tx, input)),
    handleCallDecision: command((ctx, tx, input) => service.decide(ctx, tx, input)),
    enterDecisionWindow: command((ctx, tx, input) => service.enterWindow(ctx, tx, input)),
    endCall: command((ctx, tx, input) => service.end(ctx, tx, input)),
    leaveCall: command((ctx, tx, input) => service.leave(ctx, tx, input)),
    notifyDisconnect: command((ctx, tx, input) => service.disconnect(expectTab(ctx, 'call-in-another-tab'), tx, input)),
    notifyReconnect: command((ctx, tx, input) => service.reconnect(expectTab(ctx, 'call-in-another-tab'), tx, input)),
    reportMediaStatus: command((ctx, tx, input) =>
      service.reportMedia(expectTab(ctx, 'call-in-another-tab'), tx, input),
    ),
    getCallState: command((ctx, tx) => occupation.state(ctx, tx)),
    createCallOffer: query((ctx, input) => signalling.offer(expectTab(ctx, 'call-in-another-tab'), input)),
    acceptCallAnswer: query((ctx, input) => signalling.answer(expectTab(ctx, 'call-in-another-tab'), input)),
    addIceCandidate: query((ctx, input) => signalling.candidate(expectTab(ctx, 'call-in-another-tab'), input)),
    getIceServers: query((ctx, { callId }) => iceServers(ctx, callId ?? null)),
    startConnectionCheck: query((ctx) => connectionCheck.start(ctx)),
    reportConnectionCheck: {
      ...command((ctx, tx, input) => connectionCheck.report(ctx, tx, input)),
      inspect: (ctx, input) => connectionCheck.believe(ctx, input),
    },
    startDirectCall: command((ctx, tx, input) => calling.start(expectTab(ctx, 'bad-input'), tx, input)),
    acceptDirectCall: command((ctx, tx, input) => calling.accept(expectTab(ctx, 'bad-input'), tx, input)),
    rejectDirectCall: command((ctx, tx, input) => calling.reject(ctx, tx, input)),
    endDirectCall: command((ctx, tx, input) => calling.end(ctx, tx, input)),
    listCalls: query(pastCalls),
  };
}
