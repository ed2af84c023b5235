import express from "express";
import booksRouter from "./routes/books.js";

const app = express();

app.use("/books", booksRouter);

export default app;
