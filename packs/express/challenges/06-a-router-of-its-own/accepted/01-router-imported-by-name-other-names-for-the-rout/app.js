import express from "express";
import shelves from "./routes/books.js";

const app = express();

app.use("/books", shelves);

export default app;
