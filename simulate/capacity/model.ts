import type { Assumptions } from './assumptions.ts';
import { MEASURED } from './measured.ts';

/** Of the busiest minute, unless it says otherwise. */
export interface Capacity {
  people: number;
  connected: number;
  joinsPerSecond: number;
  messagesPerSecond: number;
  calls: number;
  /** What relays send; they hear as much. */
  relayMegabits: number;
  appCores: number;
  appGigabytes: number;
  databaseCores: number;
  /** After `keptDays`, one copy. */
  databaseTerabytes: number;
  relayCores: number;
  machines: { app: number; database: number; relay: number };
  dollars: { machines: number; traffic: number; storage: number; all: number };
  /** How much of one of its kind is needed: above 1 it takes more than one. The fullest first. */
  fills: readonly Fill[];
}

interface Fill {
  of: Part;
  times: number;
}

export type Part = 'process' | 'machine' | 'relay' | 'lane' | 'writer' | 'disk';

const SECONDS_OF_MONTH = 30 * 86_400;
/** Headers of IP, UDP and ChannelData, for each packet that a relay carries. */
const RELAY_HEADER_BYTES = 20 + 8 + 4;
/** Two who serve at least: one may fail. */
const AT_LEAST = 2;

export function capacityFor(people: number, assumptions: Assumptions): Capacity {
  const load = loadOf(people, assumptions);
  const need = needOf(load, people, assumptions);
  const machines = machinesFor(need, people, assumptions);
  return {
    people,
    ...load,
    ...need,
    machines,
    dollars: dollarsOf(
      {
        ...need,
        machines,
      },
      assumptions,
    ),
    fills: fillsOf(
      {
        ...load,
        ...need,
      },
      assumptions,
    ),
  };
}

type Load = Pick<Capacity, 'connected' | 'joinsPerSecond' | 'messagesPerSecond' | 'calls'> & {
  /** Signals and other questions, a second. */
  asksPerSecond: number;
  connectsPerSecond: number;
};

function loadOf(people: number, a: Assumptions): Load {
  const connected = people * a.connectedShare;
  const calling = connected * a.callingShare;
  const joinsPerSecond = calling / a.callSeconds;
  return {
    connected,
    joinsPerSecond,
    calls: calling / 2,
    messagesPerSecond: (connected * a.messagesPerMinute) / 60,
    asksPerSecond: joinsPerSecond * a.signalsPerJoin + (connected * a.asksPerMinute) / 60,
    connectsPerSecond: (connected * a.connectsPerHour) / 3600,
  };
}

type Need = Pick<
  Capacity,
  'relayMegabits' | 'appCores' | 'appGigabytes' | 'databaseCores' | 'databaseTerabytes' | 'relayCores'
>;

function needOf(load: Load, people: number, a: Assumptions): Need {
  const packets = load.calls * 2 * MEASURED.voicePackets.value;
  const cores = (micros: number): number => micros / 1_000_000 / a.busyShare;
  return {
    relayMegabits: (packets * (MEASURED.voicePacketBytes.value + RELAY_HEADER_BYTES) * 8) / 1_000_000,
    appCores: cores(
      load.joinsPerSecond * MEASURED.joinMicros.value +
        load.messagesPerSecond * MEASURED.messageMicros.value +
        load.asksPerSecond * MEASURED.signalMicros.value +
        load.connectsPerSecond * MEASURED.connectMicros.value,
    ),
    appGigabytes: (load.connected * (MEASURED.socketKilobytes.value + a.systemKilobytes)) / 1_000_000,
    databaseCores: cores(
      load.joinsPerSecond * MEASURED.joinDatabaseMicros.value +
        load.messagesPerSecond * MEASURED.messageDatabaseMicros.value +
        load.asksPerSecond * MEASURED.signalDatabaseMicros.value,
    ),
    databaseTerabytes: (people * a.messagesPerDay * a.keptDays * MEASURED.messageBytes.value) / 1e12,
    relayCores: cores(packets * MEASURED.relayPacketMicros.value),
  };
}

function machinesFor(need: Need, people: number, a: Assumptions): Capacity['machines'] {
  const app = Math.max(need.appCores / a.machineCores, (need.appGigabytes / a.machineGigabytes) * 2);
  const relay = Math.max(need.relayCores / a.machineCores, need.relayMegabits / a.machineMegabits);
  const writers = writersOf(need, a);
  // As many of the usual machines as the writer has processors: prices go by them.
  const database = Math.max(1, need.databaseCores / writers / a.machineCores) * writers * a.copies;
  const alone = app + relay + need.databaseCores / a.machineCores < 1;
  if (alone && people <= ONE_MACHINE_PEOPLE) return { app: 1, database: 0, relay: 0 };
  const whole = (machines: number): number => Math.max(AT_LEAST, Math.ceil(machines));
  return { app: whole(app), database: Math.ceil(database), relay: whole(relay) };
}

/** Up to here one machine does all of it, with a copy of its data elsewhere. */
const ONE_MACHINE_PEOPLE = 50_000;

function writersOf(need: Need, a: Assumptions): number {
  return Math.max(
    1,
    Math.ceil(need.databaseCores / a.writerCores),
    Math.ceil(need.databaseTerabytes / a.writerTerabytes),
  );
}

function dollarsOf(need: Need & Pick<Capacity, 'machines'>, a: Assumptions): Capacity['dollars'] {
  const { app, database, relay } = need.machines;
  const machines = (app + database + relay) * a.machineDollars;
  const sentTerabytes = (need.relayMegabits * a.meanOfPeak * SECONDS_OF_MONTH) / 8 / 1_000_000;
  const traffic = sentTerabytes * a.terabyteDollars;
  const storage = need.databaseTerabytes * (database === 0 ? 1 : a.copies) * a.storedDollars;
  return { machines, traffic, storage, all: machines + traffic + storage };
}

function fillsOf(need: Need & Load, a: Assumptions): Fill[] {
  const laneMicros = MEASURED.joinMicros.value + MEASURED.joinDatabaseMicros.value;
  const fills: Fill[] = [
    // A process serves from one thread.
    { of: 'process', times: need.appCores },
    { of: 'machine', times: (need.appCores + need.databaseCores + need.relayCores) / a.machineCores },
    { of: 'relay', times: Math.max(need.relayMegabits / a.machineMegabits, need.relayCores / a.machineCores) },
    { of: 'lane', times: (need.joinsPerSecond * laneMicros) / 1_000_000 / a.busyShare },
    { of: 'writer', times: need.databaseCores / a.writerCores },
    { of: 'disk', times: need.databaseTerabytes / a.writerTerabytes },
  ];
  return fills.toSorted((one, other) => other.times - one.times);
}
