import express from "express";
import booksRouter from "./routes/books.js";

const app = express();

export default app;
