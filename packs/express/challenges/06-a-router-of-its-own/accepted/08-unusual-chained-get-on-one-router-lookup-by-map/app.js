import express from "express";
import everythingBelowBooks from "./routes/books.js";

const app = express().disable("x-powered-by");
export default app;

app.use("/books", everythingBelowBooks);
