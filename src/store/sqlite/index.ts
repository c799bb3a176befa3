export { isDamaged, toStoreError } from './errors.ts';
export { openStore } from './open.ts';
