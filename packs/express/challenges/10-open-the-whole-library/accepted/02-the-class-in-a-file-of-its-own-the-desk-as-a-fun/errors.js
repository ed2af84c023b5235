export class LibraryError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}
