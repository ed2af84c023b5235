import express from "express";
import router from "./routes/books.js";

class LibraryError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

const app = express();

// Three steps in this order: JSON bodies, the router at /books, the desk.
app.use(express.json());
app.use("/books", router);
app.use((err, req, res, next) => {
  if (err instanceof LibraryError) {
    res.status(err.status).json({ error: err.message });
  } else {
    res.status(500).json({ error: "Server error" });
  }
});

export default app;
