// Loaded before a program that bootstrap.mjs starts: when the bootstrap dies without a word (kill -9), the program drains as if told to.

if (process.channel) {
  process.channel.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}
