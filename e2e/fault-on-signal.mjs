/** Preloaded into a program of the tests: a signal is then an error that nobody catches, in its main thread. */
process.on("SIGUSR2", () => {
  throw new TypeError("hk_secret");
});
