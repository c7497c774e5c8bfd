export { type Translation, type TranslationOptions, translateRound } from './translateRound.js';
