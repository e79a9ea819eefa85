declare global {
  interface Window {
    testRelay: { isBlocked: boolean };
  }
}

/** For `before`: as a browser or a privacy extension without WebRTC. */
export function withoutWebRtc(): void {
  Reflect.deleteProperty(window, 'RTCPeerConnection');
}

/** As behind a network without UDP: a relay at a port where nobody is. */
export function unreachableRelay(): void {
  window.testRelay = { isBlocked: true };
  const Real = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Real {
    constructor(configuration: RTCConfiguration = {}) {
      super(
        window.testRelay.isBlocked
          ? { ...configuration, iceServers: configuration.iceServers?.map(nowhere) ?? [] }
          : configuration,
      );
    }
  };
  function nowhere(server: RTCIceServer): RTCIceServer {
    return { ...server, urls: [server.urls].flat().map((url) => url.replace(/:\d+(?=\?|$)/, ':9')) };
  }
}

/** For `before`: as a page that was not served securely, from which browsers hide the devices and much else. */
export function overPlainHttp(): void {
  Object.defineProperty(window, 'isSecureContext', { value: false });
  for (const name of ['mediaDevices', 'locks', 'serviceWorker', 'wakeLock', 'clipboard']) {
    Reflect.deleteProperty(Navigator.prototype, name);
  }
  for (const name of ['randomUUID', 'subtle']) Reflect.deleteProperty(Crypto.prototype, name);
  // Chromium has it on the window, others on its prototype.
  for (const owner of [window, Window.prototype]) Reflect.deleteProperty(owner, 'caches');
}

/** For `before`: as the web view of an app that gives its pages no microphone. */
export function withoutDevices(): void {
  Reflect.deleteProperty(Navigator.prototype, 'mediaDevices');
}

/** For `before`: as a browser that keeps cookies and nothing else of this site. */
export function refuseStorage(): void {
  const refuse = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
    Object.defineProperty(window, name, { get: refuse });
}

/** For `before`: as a browser that is told to keep no cookies of this site. */
export function refuseCookies(): void {
  Object.defineProperty(Navigator.prototype, 'cookieEnabled', { value: false });
}
