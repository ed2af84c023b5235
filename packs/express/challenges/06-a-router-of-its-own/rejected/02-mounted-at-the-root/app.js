import express from "express";
import booksRouter from "./routes/books.js";

const app = express();

app.use(booksRouter);

export default app;
