import express from "express";

const app = express();

app.get("/hello", (req, res) => {
  res.send({ message: "Welcome to the library" });
});

export default app;
