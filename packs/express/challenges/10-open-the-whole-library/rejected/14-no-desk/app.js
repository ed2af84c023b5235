import express from "express";
import booksRouter from "./routes/books.js";
import { LibraryError } from "./shelf.js";

const app = express();

app.use(express.json());
app.use("/books", booksRouter);

export default app;
