/**
 * Loaded before a command: its clock shows the time of the chaos run, because Colophon removes what is older than a
 * month by the clock.
 */
const realNow = Date.now;
const shift = Number(process.env.COLOPHON_CHAOS_SHIFT);
Date.now = () => realNow() + shift;
