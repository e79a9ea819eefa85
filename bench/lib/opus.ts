import type { Page } from '@playwright/test';

/** What one side of a call sends: packets of speech a second, and the bytes of UDP for each, what else is sent along counted in. */
export interface Voice {
  packetsPerSecond: number;
  packetBytes: number;
}

/** Of a page of a real browser that talks to itself for so long, as our pages do: one track of speech, all by default. */
export async function measureVoice(page: Page, seconds: number): Promise<Voice> {
  return page.evaluate(talk, seconds);
}

/** Runs in the page. */
async function talk(seconds: number): Promise<Voice> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const [one, other] = [new RTCPeerConnection(), new RTCPeerConnection()];
  one.addEventListener('icecandidate', ({ candidate }) => void other.addIceCandidate(candidate ?? undefined));
  other.addEventListener('icecandidate', ({ candidate }) => void one.addIceCandidate(candidate ?? undefined));
  for (const track of stream.getTracks()) {
    one.addTrack(track, stream);
    other.addTrack(track, stream);
  }
  await one.setLocalDescription();
  await other.setRemoteDescription(one.localDescription!);
  await other.setLocalDescription();
  await one.setRemoteDescription(other.localDescription!);
  const sent = async (): Promise<{ packets: number; bytes: number }> => {
    const reports = [...(await one.getStats()).values()] as { type: string; packetsSent: number; bytesSent: number }[];
    const pair = reports.find(({ type, bytesSent }) => type === 'transport' && bytesSent > 0);
    const track = reports.find(({ type }) => type === 'outbound-rtp');
    return { packets: track?.packetsSent ?? 0, bytes: pair?.bytesSent ?? 0 };
  };
  const pause = (ms: number): Promise<unknown> => new Promise((resume) => setTimeout(resume, ms));
  await pause(2_000);
  const [before, started] = [await sent(), performance.now()];
  await pause(seconds * 1_000);
  const [after, took] = [await sent(), (performance.now() - started) / 1_000];
  one.close();
  other.close();
  const packets = after.packets - before.packets;
  return { packetsPerSecond: packets / took, packetBytes: (after.bytes - before.bytes) / packets };
}
