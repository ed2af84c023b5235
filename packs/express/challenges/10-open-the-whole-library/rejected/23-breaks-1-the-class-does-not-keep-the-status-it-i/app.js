import express from "express";
import router from "./routes/books.js";

const app = express();

app.use(express.json());
app.use("/books", router);

app.use((err, req, res, next) => {
  res.status(err.status ?? 500).json({ error: err.message });
});

export default app;
