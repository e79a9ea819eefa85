export { DeviceHost } from './DeviceHost.tsx';
export { DevicePush } from './push/DevicePush.tsx';
