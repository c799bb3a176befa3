export { isDamaged, toStoreError } from './errors.ts';
export { openInMemory, openStore } from './open.ts';
