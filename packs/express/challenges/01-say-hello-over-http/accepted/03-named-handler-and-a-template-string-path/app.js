import express from "express";

const app = express();

function greet(req, res) {
  res.json({ message: "Hello, reader" });
}

app.get(`/hello`, greet);

export default app;
