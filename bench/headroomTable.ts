/** Games in which more time helped, with the score of more time: made by `npm run bench -- headroom`. */
export const HEADROOM_GAMES = 'bench/headroomGames.json';
