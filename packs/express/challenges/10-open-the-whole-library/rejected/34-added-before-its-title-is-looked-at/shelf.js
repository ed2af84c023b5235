export class LibraryError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

const books = new Map([
  ["1", { id: "1", title: "The Lighthouse Keeper", genre: "mystery" }],
  ["2", { id: "2", title: "A Field Guide to Moss", genre: "nature" }],
  ["3", { id: "3", title: "Small Boats, Long Rivers", genre: "travel" }],
]);
let lastId = 3;

export function allBooks() {
  return [...books.values()];
}

// Throws a LibraryError with status 404 when there is no such book, as do the two below.
export function findBook(id) {
  const book = books.get(id);
  if (!book) throw new LibraryError("No such book", 404);
  return book;
}

export function addBook({ title, genre }) {
  lastId += 1;
  const book = { id: String(lastId), title, genre };
  books.set(book.id, book);
  return book;
}

export function changeBook(id, { title, genre }) {
  const book = findBook(id);
  book.title = title ?? book.title;
  book.genre = genre ?? book.genre;
  return book;
}

export function removeBook(id) {
  findBook(id);
  books.delete(id);
}
