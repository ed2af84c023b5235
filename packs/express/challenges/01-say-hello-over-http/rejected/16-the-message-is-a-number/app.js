import express from "express";

const app = express();

app.get("/hello", (req, res) => {
  res.json({ message: 1 });
});

export default app;
