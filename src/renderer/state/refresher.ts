/** A function that runs `work`; asked again meanwhile it runs once more afterwards, and never sooner than `pauseMs` after the last time. */
export function createRefresher(work: () => Promise<void>, pauseMs: number): () => void {
  let isBusy = false;
  let isAsked = false;
  return function ask() {
    isAsked = true;
    if (isBusy) return;
    isBusy = true;
    isAsked = false;
    void work().finally(() =>
      setTimeout(() => {
        isBusy = false;
        if (isAsked) ask();
      }, pauseMs),
    );
  };
}
