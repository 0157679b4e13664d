// The log's name, said in this one place: first line of each checkpoint and name of its key. An operator with a public address should
// give that instead (host and path of the log, no scheme), so that no two logs of the world carry one name.

export const LOG_ORIGIN = 'fairtick.log/ticks';
