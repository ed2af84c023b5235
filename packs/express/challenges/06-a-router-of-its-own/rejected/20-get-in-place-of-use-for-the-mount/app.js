import express from "express";
import booksRouter from "./routes/books.js";

const app = express();

app.get("/books", booksRouter);

export default app;
