export { playerAddress, type PlayerAddress, type Sending, sendMessage } from './client.js';
export type { Arrival, MessageHandler } from './httpAnswer.js';
export { DEFAULT_SERVER, type ServerFault, type ServerLimits } from './limits.js';
export {
  type AbortRequest,
  type InfoRequest,
  type News,
  type PlayRequest,
  type PreviewRequest,
  printReply,
  type Reply,
  type Request,
  type StartRequest,
} from './messages.js';
export {
  abortMessage,
  INFO_MESSAGE,
  type MatchTerms,
  playMessage,
  playSeenMessage,
  type Seen,
  startMessage,
  stopMessage,
  stopSeenMessage,
} from './printMessage.js';
export { readMessage } from './readMessage.js';
export { RemotePlayer, type RemotePlayerSetting } from './remotePlayer.js';
export { type MessageServer, type ServerOptions, serveMessages } from './server.js';
export { Spelling } from './spelling.js';
