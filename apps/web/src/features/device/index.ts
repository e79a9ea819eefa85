export { DeviceHost } from './DeviceHost.tsx';
export { devicePush } from './push/this-device.ts';
export { DevicePush } from './push/DevicePush.tsx';
