/** What one of each costs on two cores of a virtual machine that driver, server and PostgreSQL share, others besides. */
interface Measured {
  value: number;
  unit: string;
  /** What printed it. */
  command: string;
  commit: string;
}

export const MEASURED = {
  socketKilobytes: { value: 14.1, unit: 'KB a person', command: 'npm run bench idle', commit: 'b5768cd' },
  connectMicros: { value: 150, unit: 'µs', command: 'npm run bench idle', commit: 'b5768cd' },
  joinMicros: { value: 95, unit: 'µs', command: 'npm run bench costs', commit: '5737140' },
  joinDatabaseMicros: { value: 15, unit: 'µs', command: 'npm run bench costs', commit: '5737140' },
  messageMicros: { value: 103, unit: 'µs', command: 'npm run bench costs', commit: '5737140' },
  messageDatabaseMicros: { value: 36, unit: 'µs', command: 'npm run bench costs', commit: '5737140' },
  messageBytes: { value: 373, unit: 'bytes, with indexes', command: 'npm run bench costs', commit: '5737140' },
  signalMicros: { value: 210, unit: 'µs', command: 'npm run bench costs', commit: '5737140' },
  signalDatabaseMicros: { value: 200, unit: 'µs', command: 'npm run bench costs', commit: '5737140' },
  voicePackets: { value: 50.5, unit: 'a second and side', command: 'npm run bench costs', commit: '5737140' },
  voicePacketBytes: { value: 130, unit: 'bytes of UDP', command: 'npm run bench costs', commit: '5737140' },
  relayPacketMicros: { value: 5.3, unit: 'µs', command: 'npm run bench relay', commit: '5737140' },
} as const satisfies Record<string, Measured>;
