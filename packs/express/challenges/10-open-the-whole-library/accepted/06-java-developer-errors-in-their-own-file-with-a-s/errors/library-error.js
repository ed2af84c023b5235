export class LibraryError extends Error {
  #status;

  constructor(message, status) {
    super(message);
    this.name = "LibraryError";
    this.#status = status;
  }

  get status() {
    return this.#status;
  }
}

export class BadBookError extends LibraryError {
  constructor(message) {
    super(message, 400);
  }
}
