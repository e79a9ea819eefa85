/** Runs in a page before anything of the product: as a browser or a privacy extension that has no WebRTC. */
export function withoutWebRtc(): void {
  Reflect.deleteProperty(window, 'RTCPeerConnection');
}
