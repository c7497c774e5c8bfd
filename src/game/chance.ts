/** Whether a role of that name is chance: its moves are drawn. Like a keyword of GDL, the name is written in any case. */
export const isChance = (role: string): boolean => role.toLowerCase() === 'random';
