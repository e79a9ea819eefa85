export { levelOf } from './geometry.ts';
export type { Levels } from './horizon.ts';
export { LivingHorizon } from './LivingHorizon.tsx';
export type { Pose } from './looks.ts';
export { Logo, Mark } from './Logo.tsx';
export { PhotoAvatar } from './PhotoAvatar.tsx';
export { Scene } from './Scene.tsx';
export type { SceneVariant } from './scenes.ts';
export { SeededAvatar } from './SeededAvatar.tsx';
