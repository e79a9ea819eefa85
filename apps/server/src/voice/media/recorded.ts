/* Descriptions and candidates as Chromium wrote them with a microphone, a TURN server and no filter. For tests. */

const HEAD = `v=0
o=- 2173312380476199566 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0
a=extmap-allow-mixed
a=msid-semantic: WMS 85b91090-910e-4371-a319-84a6f1a10508`;

const BODY = `a=ice-ufrag:srhV
a=ice-pwd:uKMgt0gN+YY2KtZxWZKj2HXp
a=ice-options:trickle
a=fingerprint:sha-256 D7:30:3F:3F:01:BC:66:88:68:D3:69:C2:1D:23:BF:50:49:AA:D3:ED:94:33:FC:2D:5D:15:41:01:2D:C5:C5:96
a=setup:actpass
a=mid:0
a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level
a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time
a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01
a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid
a=sendrecv
a=msid:85b91090-910e-4371-a319-84a6f1a10508 01b25424-00e6-4430-89de-7af67455bf1d
a=rtcp-mux
a=rtcp-rsize
a=rtcp-xr:rcvr-rtt=all
a=rtpmap:111 opus/48000/2
a=rtcp-fb:111 transport-cc
a=fmtp:111 minptime=10;useinbandfec=1
a=rtpmap:63 red/48000/2
a=fmtp:63 111/111
a=rtpmap:9 G722/8000
a=rtpmap:0 PCMU/8000
a=rtpmap:8 PCMA/8000
a=rtpmap:13 CN/8000
a=rtpmap:110 telephone-event/48000
a=rtpmap:126 telephone-event/8000
a=ssrc:3566674536 cname:xcSuBZmfQUVpXXxu
a=ssrc:3566674536 msid:85b91090-910e-4371-a319-84a6f1a10508 01b25424-00e6-4430-89de-7af67455bf1d`;

/** With microphone permission Chromium names local addresses. */
export const GRANTED_CANDIDATES = [
  'candidate:4206783691 1 udp 2122194687 192.0.2.2 39518 typ host generation 0 ufrag srhV network-id 1',
  'candidate:836283691 1 udp 2122265343 fd00::2 35909 typ host generation 0 ufrag srhV network-id 2',
  'candidate:3460012307 1 udp 58597375 198.51.100.7 54484 typ relay raddr 192.0.2.2 rport 39518 generation 0 ufrag srhV network-id 1',
  'candidate:68466783 1 tcp 1518214911 192.0.2.2 9 typ host tcptype active generation 0 ufrag srhV network-id 1',
  'candidate:3480385983 1 tcp 1518285567 fd00::2 9 typ host tcptype active generation 0 ufrag srhV network-id 2',
] as const;

/** Without permission local addresses hide behind names, the public one does not. */
export const UNGRANTED_CANDIDATES = [
  'candidate:2845743986 1 udp 1677729535 203.0.113.9 35658 typ srflx raddr 0.0.0.0 rport 0 generation 0 ufrag tqij network-cost 999',
  'candidate:938693990 1 udp 2113937151 9fc9a9ed-0fa9-44fd-b9c6-42d8bdae4848.local 35658 typ host generation 0 ufrag tqij network-cost 999',
  'candidate:3705630991 1 udp 50339839 198.51.100.7 56377 typ relay raddr 203.0.113.9 rport 35658 generation 0 ufrag tqij network-cost 999',
] as const;

function description(lines: readonly string[]): string {
  return `${lines.join('\n').replaceAll('\n', '\r\n')}\r\n`;
}

/** An offer before any candidate was gathered, as a trickling client sends it. */
export const OFFER = description([
  HEAD,
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 110 126',
  'c=IN IP4 0.0.0.0',
  'a=rtcp:9 IN IP4 0.0.0.0',
  BODY,
]);

const GATHERED_CANDIDATES = [...GRANTED_CANDIDATES, ...UNGRANTED_CANDIDATES];

/** An offer with all gathered candidates. */
export const GATHERED_OFFER = description([
  HEAD,
  'm=audio 54484 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 110 126',
  'c=IN IP4 192.0.2.2',
  'a=rtcp:9 IN IP4 0.0.0.0',
  ...GATHERED_CANDIDATES.map((candidate) => `a=${candidate.replace(/ ufrag \w+/, '')}`),
  BODY,
]);

/** Composed by hand in Firefox's form, not recorded: braces, upper case, its own name. */
export const FIREFOX_OFFER = description([
  'v=0',
  'o=mozilla...THIS_IS_SDPARTA-99.0 4611731400430051336 0 IN IP4 192.0.2.2',
  's=-',
  't=0 0',
  'a=fingerprint:sha-256 D7:30:3F:3F:01:BC:66:88:68:D3:69:C2:1D:23:BF:50:49:AA:D3:ED:94:33:FC:2D:5D:15:41:01:2D:C5:C5:96',
  'a=group:BUNDLE 0',
  'a=ice-options:trickle',
  'a=msid-semantic:WMS *',
  'm=audio 57343 UDP/TLS/RTP/SAVPF 109 9 0 8 101',
  'c=IN IP6 2001:db8::5',
  'a=candidate:0 1 UDP 2122252543 192.0.2.2 57343 typ host',
  'a=candidate:3 1 UDP 8331263 198.51.100.7 61000 typ relay raddr 198.51.100.7 rport 61000',
  'a=sendrecv',
  'a=end-of-candidates',
  'a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  'a=extmap:2/recvonly urn:ietf:params:rtp-hdrext:csrc-audio-level',
  'a=fmtp:109 maxplaybackrate=48000;stereo=1;useinbandfec=1',
  'a=fmtp:101 0-15',
  'a=ice-pwd:f5ba8a2b8a3a7bcd9fd1fbf46a4e1e80',
  'a=ice-ufrag:a0b1c2d3',
  'a=mid:0',
  'a=msid:{8a5d0dd6-1d32-4f1b-9f6a-2f5b3c8e0a11} {0e3f6f2c-31c5-4a0c-8a26-9d3ce8c3e9a4}',
  'a=rtcp-mux',
  'a=rtpmap:109 opus/48000/2',
  'a=rtpmap:9 G722/8000/1',
  'a=rtpmap:101 telephone-event/8000',
  'a=setup:actpass',
  'a=ssrc:3191362437 cname:{5d5a2f90-74ce-4a86-9d0e-7b1c5d7b9a55}',
]);
